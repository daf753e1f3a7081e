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

/** What people call places that the list of cities spells in another way, or gives to another place. */
const spoken: Record<string, string> = {
  ...{ nyc: 'new york', 'new york city': 'new york', la: 'los angeles', sf: 'san francisco', dc: 'washington' },
  ...{ uk: 'london', england: 'london', britain: 'london', scotland: 'edinburgh', wales: 'cardiff', us: 'new york' },
  ...{ est: 'america/new_york', edt: 'america/new_york', cst: 'america/chicago', pst: 'america/los_angeles' },
  ...{ pdt: 'america/los_angeles', cet: 'europe/berlin', uae: 'dubai', holland: 'amsterdam' },
};

/** A city, a country (by its largest city) or a time zone's own name; null where none is called so. */
export const findPlace = (name: string): Place | null => {
  const called = plain(name.replace(/,.*$/, ''));
  const wanted = spoken[called.replace(/^the /, '')] ?? called;
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
