import { z } from 'zod';
import { askJson, cityOf } from './ask.ts';
import { defineTool, failed } from './tool.ts';
import { weatherQuestionIn } from './weather-questions.ts';

const places = z.object({
  results: z
    .array(z.object({ name: z.string(), country: z.string().optional(), latitude: z.number(), longitude: z.number() }))
    .default([]),
});
const forecast = z.object({
  current: z.object({ temperature_2m: z.number(), wind_speed_10m: z.number(), weather_code: z.int() }),
  daily: z.object({
    time: z.array(z.string()),
    temperature_2m_max: z.array(z.number().nullable()),
    temperature_2m_min: z.array(z.number().nullable()),
    precipitation_sum: z.array(z.number().nullable()),
    weather_code: z.array(z.int().nullable()),
  }),
});

/** The WMO's code of the present weather, in words; each from its number on. */
const skies: [number, string][] = [
  [0, 'clear'],
  [1, 'mainly clear'],
  [2, 'partly cloudy'],
  [3, 'overcast'],
  [45, 'fog'],
  [51, 'drizzle'],
  [61, 'rain'],
  [66, 'freezing rain'],
  [71, 'snow'],
  [80, 'rain showers'],
  [85, 'snow showers'],
  [95, 'thunderstorm'],
];
const skyOf = (code: number): string => skies.findLast(([from]) => code >= from)?.[1] ?? 'unknown';

export const weather = defineTool({
  id: 'weather',
  name: 'Weather',
  progress: 'Looking up the weather',
  description: 'The current weather and a five-day forecast for a place.',
  rule: 'weather: current conditions, temperature, rain or a forecast for a place.',
  examples: [
    'get the current weather conditions for a place',
    'weather forecast for the coming days in a city',
    'whether it will rain and an umbrella is needed',
    'how hot or cold it is outside, the temperature',
    'wind, snow and storm conditions in a location',
  ],
  parameters: z.object({ place: z.string().max(100).exactOptional().describe('a city; the person’s own without it') }),
  offline: false,
  idempotent: true,
  dataSources: ['Open-Meteo'],
  fromMessage: weatherQuestionIn,
  async execute({ place }, context) {
    const { sources, timeZone } = context;
    const name = place ?? cityOf(timeZone);
    const found = await askJson(context, sources.url('openMeteoGeocoding', '/v1/search', { name, count: '1' }), places);
    const [spot] = found.results;
    if (!spot) return failed(`no place is known as "${name}"`);
    const query = {
      latitude: String(spot.latitude),
      longitude: String(spot.longitude),
      current: 'temperature_2m,wind_speed_10m,weather_code',
      daily: 'temperature_2m_max,temperature_2m_min,precipitation_sum,weather_code',
      timezone: 'auto',
      forecast_days: '5',
    };
    const { current, daily } = await askJson(context, sources.url('openMeteo', '/v1/forecast', query), forecast);
    const now = {
      temperature: current.temperature_2m,
      wind: current.wind_speed_10m,
      summary: skyOf(current.weather_code),
    };
    const days = daily.time.flatMap((date, index) => {
      const [low, high] = [daily.temperature_2m_min[index], daily.temperature_2m_max[index]];
      if (typeof low !== 'number' || typeof high !== 'number') return [];
      const rain = daily.precipitation_sum[index] ?? 0;
      return [{ date, low, high, rain, summary: skyOf(daily.weather_code[index] ?? -1) }];
    });
    const where = spot.country ? `${spot.name}, ${spot.country}` : spot.name;
    const latitude = spot.latitude;
    const longitude = spot.longitude;
    const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=11/${latitude}/${longitude}`;
    return {
      success: true,
      data: { place: where, now, days },
      spoken: `It is ${now.temperature} °C and ${now.summary} in ${where}, with wind of ${now.wind} km/h.`,
      blocks: [
        { type: 'weather', title: `Weather in ${where}`, place: where, now, days },
        { type: 'map_link', title: where, place: where, latitude, longitude, url: map },
      ],
      sources: [{ title: 'Open-Meteo', url: 'https://open-meteo.com/' }],
    };
  },
});
