import { json } from './replay.ts';

/** https://www.omdbapi.com/#parameters */
export const omdb = {
  '/': json({
    Title: 'The Lion King',
    Year: '1994',
    Rated: 'G',
    Released: '24 Jun 1994',
    Runtime: '88 min',
    Genre: 'Animation, Adventure, Drama',
    Ratings: [{ Source: 'Internet Movie Database', Value: '8.5/10' }],
    imdbID: 'tt0110357',
    Type: 'movie',
    Response: 'True',
  }),
};

export const omdbEmpty = { '/': json({ Response: 'False', Error: 'Movie not found!' }) };
