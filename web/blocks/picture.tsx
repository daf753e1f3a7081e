import { hostOf, Outward } from './card.tsx';

/**
 * A picture that this server keeps, or that stands in the log, is shown. One of another host is a link to it: loading it would
 * tell that host who reads this and when, so that the page's policy (`img-src`) refuses it, and the server's own client for
 * tools takes no pictures that it could hand on.
 */
export const Picture = ({ url, alt }: { url: string; alt: string }) =>
  /^https?:/.test(url) ? (
    <Outward href={url}>
      {alt} ({hostOf(url)})
    </Outward>
  ) : (
    <img src={url} alt={alt} loading="lazy" className="mt-1 max-h-128 max-w-full rounded-lg" />
  );
