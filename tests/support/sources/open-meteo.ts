import { json } from './replay.ts';

/** https://open-meteo.com/en/docs and https://open-meteo.com/en/docs/geocoding-api */
export const openMeteo = {
  '/v1/search': json({
    results: [
      {
        id: 2950159,
        name: 'Berlin',
        latitude: 52.52437,
        longitude: 13.41053,
        elevation: 74,
        feature_code: 'PPLC',
        country_code: 'DE',
        timezone: 'Europe/Berlin',
        population: 3426354,
        country_id: 2921044,
        country: 'Germany',
        admin1: 'State of Berlin',
      },
    ],
    generationtime_ms: 0.66,
  }),
  '/v1/forecast': json({
    latitude: 52.52,
    longitude: 13.419998,
    generationtime_ms: 0.2,
    utc_offset_seconds: 3600,
    timezone: 'Europe/Berlin',
    timezone_abbreviation: 'CET',
    elevation: 38,
    current_units: { time: 'iso8601', interval: 'seconds', temperature_2m: '°C', wind_speed_10m: 'km/h' },
    current: { time: '2026-03-10T13:00', interval: 900, temperature_2m: 11.4, wind_speed_10m: 14.8, weather_code: 3 },
    daily_units: { time: 'iso8601', temperature_2m_max: '°C', temperature_2m_min: '°C', precipitation_sum: 'mm' },
    daily: {
      time: ['2026-03-10', '2026-03-11', '2026-03-12'],
      temperature_2m_max: [12.1, 9.7, null],
      temperature_2m_min: [3.2, 1.8, null],
      precipitation_sum: [0, null, null],
      weather_code: [3, 61, null],
    },
  }),
};

export const openMeteoEmpty = { '/v1/search': json({ generationtime_ms: 0.5 }) };
