import { TurnlogError } from '../errors.ts';

/** Where tools ask, by name; null where an operator has to name a server. All are public and documented by their owners. */
export const sourceDefaults = {
  openMeteo: 'https://api.open-meteo.com',
  openMeteoGeocoding: 'https://geocoding-api.open-meteo.com',
  wikipedia: 'https://en.wikipedia.org',
  wikimedia: 'https://api.wikimedia.org',
  searxng: null,
  news: 'https://feeds.bbci.co.uk',
  localNews: 'https://news.google.com',
  mealDb: 'https://www.themealdb.com',
  youtube: 'https://www.googleapis.com',
  tvMaze: 'https://api.tvmaze.com',
  openFda: 'https://api.fda.gov',
  omdb: 'https://www.omdbapi.com',
  ticketmaster: 'https://app.ticketmaster.com',
  sportsDb: 'https://www.thesportsdb.com',
  images: null,
  homeAssistant: null,
} as const satisfies Record<string, string | null>;
export type SourceName = keyof typeof sourceDefaults;
export const sourceNames = Object.keys(sourceDefaults).filter((name): name is SourceName => name in sourceDefaults);

export type Sources = {
  isConfigured(name: SourceName): boolean;
  /** An address at a source. @throws TurnlogError REJECTED where none is configured */
  url(name: SourceName, path: string, query?: Readonly<Record<string, string>>): URL;
  /** A source's key. @throws TurnlogError REJECTED where none is configured */
  key(name: SourceName): string;
};

export type SourceConfig = {
  readonly urls: Readonly<Partial<Record<SourceName, string>>>;
  readonly keys: Readonly<Partial<Record<SourceName, string>>>;
};

const missing = (what: string) => new TurnlogError('REJECTED', what);

export const openSources = ({ urls, keys }: SourceConfig): Sources => {
  const baseOf = (name: SourceName) => urls[name] ?? sourceDefaults[name];
  return {
    isConfigured: (name) => baseOf(name) !== null,
    url(name, path, query = {}) {
      const base = baseOf(name);
      if (base === null) throw missing(`no server is named for it (TOOL_SOURCES, ${name}=<address>)`);
      const url = new URL(base);
      url.pathname = url.pathname.replace(/\/$/, '') + path;
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
      return url;
    },
    key(name) {
      const key = keys[name];
      if (key === undefined) throw missing(`it needs a key (TOOL_KEYS, ${name}=<key>)`);
      return key;
    },
  };
};

/** The hosts that tools may ask, and those of them that the operator named, which may be private. */
export const hostsOf = ({ urls }: SourceConfig): { allowedHosts: Set<string>; privateHosts: Set<string> } => {
  const privateHosts = new Set(Object.values(urls).map((url) => new URL(url).host));
  const defaults = Object.values(sourceDefaults).flatMap((url) => (url === null ? [] : [new URL(url).host]));
  return { allowedHosts: new Set([...defaults, ...privateHosts]), privateHosts };
};
