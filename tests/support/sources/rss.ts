import { xml } from './replay.ts';

const feed = (items: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" version="2.0">
<channel><title><![CDATA[News]]></title><link>https://news.example/</link><language>en-gb</language>
${items}
</channel></rss>`;

/** RSS 2.0 as BBC News and Google News write it: https://www.rssboard.org/rss-specification */
const stories = feed(`<item><title><![CDATA[Bridge opens &amp; traffic flows]]></title>
<description><![CDATA[The <b>new</b> bridge &#8211; at last]]></description>
<link>https://news.example/bridge</link><guid isPermaLink="false">https://news.example/bridge#0</guid>
<pubDate>Tue, 10 Mar 2026 09:15:00 GMT</pubDate><media:thumbnail width="240" height="135" url="https://news.example/b.jpg"/></item>
<item><title>No link at all</title><pubDate>Tue, 10 Mar 2026 09:00:00 GMT</pubDate></item>
<item><title>2026</title><link>javascript:alert(1)</link></item>
<item><title>Council votes</title><link>https://news.example/council</link>
<source url="https://paper.example">The Paper</source></item>`);

export const bbcNews = { '/news/science_and_environment/rss.xml': xml(stories) };
export const bbcNewsEmpty = { '/news/science_and_environment/rss.xml': xml(feed('')) };
export const googleNews = { '/rss/search': xml(stories) };
export const googleNewsEmpty = { '/rss/search': xml('<rss version="2.0"><channel></channel></rss>') };
