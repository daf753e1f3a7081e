import cities from 'city-timezones';

export type Place = {
  readonly name: string;
  readonly country: string;
  /** ISO 3166-1, two letters. */
  readonly countryCode: string;
  readonly timeZone: string;
};

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

const byPopulation = [...cities.cityMapping].sort((a, b) => b.pop - a.pop);
const zones = Intl.supportedValuesOf('timeZone');

/** A city, a country (by its largest city) or a time zone's own name; null where none is called so. */
export const findPlace = (name: string): Place | null => {
  const wanted = plain(name.replace(/,.*$/, ''));
  if (wanted === '') return null;
  const city =
    byPopulation.find(({ city_ascii }) => plain(city_ascii) === wanted) ??
    byPopulation.find(({ country, iso2, iso3, province }) =>
      [country, iso2, iso3, province].some((field) => field && plain(String(field)) === wanted),
    );
  if (city) return { name: city.city, country: city.country, countryCode: city.iso2, timeZone: city.timezone };
  const zone = zones.find(
    (each) => plain(each) === wanted || plain(each.replace(/^.*\//, '').replaceAll('_', ' ')) === wanted,
  );
  if (zone) return { ...(countryOf(zone) ?? { country: '', countryCode: '' }), name: zone, timeZone: zone };
  return wanted === 'utc' || wanted === 'gmt' ? { name: 'UTC', country: '', countryCode: '', timeZone: 'UTC' } : null;
};

/** The country of a time zone; null for one that belongs to none, such as UTC. */
export const countryOf = (timeZone: string): { country: string; countryCode: string } | null => {
  const city = byPopulation.find(({ timezone }) => timezone === timeZone);
  return city ? { country: city.country, countryCode: city.iso2 } : null;
};
