import type { ComponentProps } from 'react';
import { Streamdown } from 'streamdown';
import { safeUrl } from './safe-url.ts';

/** A picture is a link to it: loading it would tell its host, whom a model chose, who reads this and when. */
const Picture = ({ src, alt }: ComponentProps<'img'>) => {
  const name = alt?.trim() || 'Picture';
  const address = typeof src === 'string' ? safeUrl(src) : null;
  if (address === null) return <>{name}</>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
};

const components = { img: Picture };

/** In a chunk of its own: it weighs more than everything else. */
export default function Formatted({ text, isWriting }: { text: string; isWriting: boolean }) {
  return (
    <Streamdown
      className="prose"
      mode={isWriting ? 'streaming' : 'static'}
      isAnimating={isWriting}
      caret="circle"
      controls={false}
      linkSafety={{ enabled: false }}
      lineNumbers={false}
      components={components}
      urlTransform={safeUrl}
    >
      {text}
    </Streamdown>
  );
}
