import { json } from './replay.ts';

/** https://www.themealdb.com/api.php: twenty numbered fields, the unused ones empty or null. */
export const theMealDb = {
  '/api/json/v1/1/search.php': json({
    meals: [
      {
        idMeal: '52771',
        strMeal: 'Spicy Arrabiata Penne',
        strMealAlternate: null,
        strCategory: 'Vegetarian',
        strArea: 'Italian',
        strInstructions: 'STEP 1\r\nBring water to a boil.\r\n\r\nAdd the pasta and cook it.\r\n',
        strMealThumb: 'https://www.themealdb.com/images/media/meals/ustsqw1468250014.jpg',
        strTags: 'Pasta,Curry',
        strYoutube: 'https://www.youtube.com/watch?v=1IszT_guI08',
        strIngredient1: 'penne rigate',
        strIngredient2: 'olive oil',
        strIngredient3: '',
        strIngredient4: null,
        strMeasure1: '1 pound',
        strMeasure2: '1/4 cup',
        strMeasure3: ' ',
        strMeasure4: null,
        strSource: '',
        strImageSource: null,
        dateModified: null,
      },
    ],
  }),
};

export const theMealDbEmpty = { '/api/json/v1/1/search.php': json({ meals: null }) };
