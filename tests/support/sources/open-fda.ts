import { json } from './replay.ts';

/** https://open.fda.gov/apis/drug/label/ */
export const openFda = {
  '/drug/label.json': json({
    meta: {
      disclaimer: 'Do not rely on openFDA to make decisions regarding medical care.',
      terms: 'https://open.fda.gov/terms/',
      last_updated: '2026-03-06',
      results: { skip: 0, limit: 1, total: 812 },
    },
    results: [
      {
        spl_product_data_elements: ['Ibuprofen Ibuprofen IBUPROFEN'],
        active_ingredient: ['Active ingredient Ibuprofen 200 mg (NSAID)'],
        purpose: ['Purpose Pain reliever/fever reducer'],
        indications_and_usage: ['Uses temporarily relieves minor aches', 'and pains'],
        warnings: ['Warnings Allergy alert'],
        set_id: 'a1',
        effective_time: '20251101',
        openfda: {
          application_number: ['ANDA073691'],
          brand_name: ['Advil'],
          generic_name: ['IBUPROFEN'],
          route: ['ORAL'],
        },
      },
    ],
  }),
};

/** It says by its status that nothing was found. */
export const openFdaEmpty = {
  '/drug/label.json': json({ error: { code: 'NOT_FOUND', message: 'No matches found!' } }, 404),
};
