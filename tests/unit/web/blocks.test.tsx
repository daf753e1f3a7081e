import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { blockSchema } from '../../../schema/blocks.ts';
import Shown from '../../../web/blocks/shown.tsx';
import { blockSamples } from '../../support/block-samples.ts';

const draw = (...blocks: unknown[]): string => renderToStaticMarkup(<Shown blocks={blocks} />);

/** What of a block's values is drawn in other words than its own. */
const reworded = new Set([
  'type',
  'url',
  'image',
  'latitude',
  'longitude',
  'date',
  'at',
  'illumination',
  'age',
  'place',
]);

const words = (value: unknown, key = ''): string[] => {
  if (reworded.has(key)) return [];
  if (typeof value === 'string') return [value];
  return value instanceof Object
    ? Object.entries(value).flatMap(([name, part]) => words(part, Number.isNaN(Number(name)) ? name : key))
    : [];
};
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');

describe('blocks on the screen', () => {
  it('are known here, every type of them', () => {
    expect(Object.keys(blockSamples).sort()).toEqual(blockSchema.options.map(({ shape }) => shape.type.value).sort());
  });

  it.each(Object.entries(blockSamples))('tell all that they hold, under their title: %s', (_, block) => {
    expect(blockSchema.parse(block)).toEqual(block);
    const html = draw(block);
    expect(html).toMatch(/^<figure.*<figcaption/s);
    for (const text of words(block)) expect(html).toContain(escaped(text));
  });

  it.each([
    ['weather', ['18 °C', '11 km/h', '19°', '-1°', ' mm<']],
    ['moon_phase', ['34 % illuminated', 'dateTime="2030-03-10"', ' days old']],
    ['map_link', ['° N, ', '° E', 'Paris, France on the map']],
    ['score', ['2 : 1', '–']],
    ['list', ['href="https://example.org/apollo"']],
    ['search_results', ['href="https://en.wikipedia.org/wiki/Tide"', 'example.org</span>']],
    ['recipe', ['href="https://example.org/soup.jpg"', 'The recipe at']],
    ['table', ['<th scope="col"', 'tabindex="0"']],
    ['image', ['src="data:image/gif', 'alt="a fox"']],
  ] as const)('put it so that it can be read: %s', (type, texts) => {
    const html = draw(blockSamples[type]).replaceAll('<!-- -->', '');
    for (const text of texts) expect(html).toContain(text);
  });

  it('link to a picture of another host, and do not load it', () => {
    const html = draw({ ...blockSamples.image, url: 'https://example.org/fox.png' });
    expect(html).not.toContain('<img');
    expect(html).toContain('href="https://example.org/fox.png"');
  });

  it('fold away what is much', () => {
    const results = Array.from({ length: 9 }, (_, n) => ({ title: `R${n}`, url: 'https://example.org/', snippet: '' }));
    expect(draw({ ...blockSamples.search_results, results })).toMatch(/<summary[^>]*>6 more<\/summary>/);
    const [sense] = blockSamples.definition.senses;
    expect(draw({ ...blockSamples.definition, senses: Array(5).fill(sense) })).toContain('2 more meanings');
  });

  it.each([
    [
      'a type of tomorrow',
      { type: 'hologram', title: 'Depth', layers: [1, { far: true }], none: null },
      ['Depth', 'layers', 'far', 'none'],
    ],
    ['a known type with other parts', { type: 'weather', title: 'Rain', sky: 'grey' }, ['Rain', 'grey']],
    ['an address to be wary of', { ...blockSamples.map_link, url: 'javascript:alert(1)' }, ['Paris, France']],
    ['text', 'a block?', ['unknown', 'a block?']],
    ['null', null, ['null']],
    ['a list', [[1], []], ['unknown']],
    ['markup', { type: 'x', title: '<b>bold</b>', a: '<script>1</script>' }, ['&lt;b&gt;', '&lt;script&gt;']],
  ])('are a titled tree where nobody knows them: %s', (_, block, texts) => {
    const html = draw(block);
    expect(html).toContain('<figcaption');
    expect(html).not.toMatch(/href="javascript|<script/);
    for (const text of texts) expect(html).toContain(text);
  });

  it('cut a tree that is too deep or too long', () => {
    let deep: unknown = 'bottom';
    for (let n = 0; n < 50; n++) deep = { deep };
    expect(draw({ type: 'x', deep, long: Array(500).fill(1) })).not.toContain('bottom');
    expect(draw({ type: 'x', long: Array(500).fill(1) }).replaceAll('<!-- -->', '')).toContain('400 more');
  });
});
