import { calculator } from './calculator.ts';
import { contentRating } from './content-rating.ts';
import { datetime } from './datetime.ts';
import { dictionary } from './dictionary.ts';
import { holidays } from './holidays.ts';
import { homeAssistant } from './home-assistant.ts';
import { homeInventory } from './home-inventory.ts';
import { imageGen } from './image-gen.ts';
import { jokes } from './jokes.ts';
import { localEvents } from './local-events.ts';
import { localNews } from './local-news.ts';
import { medical } from './medical.ts';
import { moonphase } from './moonphase.ts';
import { news } from './news.ts';
import { onthisday } from './onthisday.ts';
import { recipes } from './recipes.ts';
import { search } from './search.ts';
import { sports } from './sports.ts';
import type { Tool } from './tool.ts';
import { tvshows } from './tvshows.ts';
import { unitConversion } from './unit-conversion.ts';
import { weather } from './weather.ts';
import { whereToWatch } from './where-to-watch.ts';
import { youtube } from './youtube.ts';

/** Every tool. A new one is a file and a line here; the contract suite and the router take it from here. */
export const tools: readonly Tool[] = [
  ...[weather, search, calculator, unitConversion, jokes, news, recipes, dictionary, youtube, tvshows, datetime],
  ...[moonphase, imageGen, medical, whereToWatch, holidays, homeInventory, onthisday, localEvents, localNews],
  ...[contentRating, sports, homeAssistant],
];
