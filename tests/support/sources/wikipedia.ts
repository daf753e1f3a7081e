import { json } from './replay.ts';

/** https://www.mediawiki.org/wiki/API:REST_API/Reference#Search_pages */
export const wikipedia = {
  '/w/rest.php/v1/search/page': json({
    pages: [
      {
        id: 25391,
        key: 'River_Spree',
        title: 'River Spree',
        excerpt: 'The <span class="searchmatch">Spree</span> is a river in Germany&#039;s east &amp; Czechia',
        matched_title: null,
        anchor: null,
        description: 'River in Germany and the Czech Republic',
        thumbnail: { mimetype: 'image/jpeg', width: 60, height: 40, url: '//upload.wikimedia.org/spree.jpg' },
      },
      { id: 7, key: 'AC/DC', title: 'AC/DC', excerpt: '', matched_title: null, description: null, thumbnail: null },
    ],
  }),
};

export const wikipediaEmpty = { '/w/rest.php/v1/search/page': json({ pages: [] }) };
