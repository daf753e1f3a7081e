import { z } from 'zod';
import { askJson, askModelOrNull, shorten } from './ask.ts';
import { medicineIn } from './medical-questions.ts';
import { defineTool, failed, type ToolContext } from './tool.ts';

const paragraphs = z.array(z.string()).optional();
const answer = z.object({
  results: z.array(
    z.object({
      openfda: z.object({ brand_name: paragraphs, generic_name: paragraphs }).optional(),
      purpose: paragraphs,
      indications_and_usage: paragraphs,
      warnings: paragraphs,
      dosage_and_administration: paragraphs,
      adverse_reactions: paragraphs,
      drug_interactions: paragraphs,
    }),
  ),
});

const headings = [
  ['Purpose', 'purpose'],
  ['Used for', 'indications_and_usage'],
  ['Warnings', 'warnings'],
  ['Dosage', 'dosage_and_administration'],
  ['Side effects', 'adverse_reactions'],
  ['Interactions', 'drug_interactions'],
] as const;
const ADVICE = 'This is the label of the drug in the United States, not advice: ask a doctor or a pharmacist.';

const drugName = z.string().regex(/^[\p{L}\d][\p{L}\d -]{0,59}$/u, 'the name of a medicine');

const labelOf = async (context: ToolContext, drug: string) => {
  const search = `openfda.generic_name:"${drug}" openfda.brand_name:"${drug}"`;
  const url = context.sources.url('openFda', '/drug/label.json', { search, limit: '1' });
  return (await askJson(context, url, answer, { notFound: { results: [] } })).results[0] ?? null;
};

const americanSchema = z.object({ name: drugName.nullable() });
/** The label under the name that a medicine has in the United States: paracetamol is acetaminophen there. */
const labelElsewhere = async (context: ToolContext, drug: string) => {
  const question = `Under which generic name is the medicine ${JSON.stringify(drug)} sold in the United States? Answer null where you are not certain.`;
  const american = await askModelOrNull(context, americanSchema, question);
  return american?.name ? labelOf(context, american.name) : null;
};

export const medical = defineTool({
  id: 'medical',
  name: 'Medicines',
  progress: 'Looking up the medicine',
  description: 'What the official label of a medicine says: uses, warnings, dosage, side effects.',
  rule: 'medical: what the label of a medicine says; never a diagnosis.',
  examples: [
    'information about a medicine or drug',
    'side effects and warnings of a medication',
    'what a drug is used for and its dosage',
    'interactions between medicines',
    'official label of a prescription or over-the-counter medicine',
  ],
  parameters: z.object({ drug: drugName }),
  offline: false,
  idempotent: true,
  dataSources: ['openFDA'],
  fromMessage: (message) => {
    const drug = medicineIn(message);
    return drug === null ? null : { drug };
  },
  async execute({ drug }, context) {
    const own = await labelOf(context, drug);
    const label = own ?? (await labelElsewhere(context, drug));
    if (!label) return failed(`no label is known for "${drug}"`);
    const name = label.openfda?.brand_name?.[0] ?? label.openfda?.generic_name?.[0] ?? drug;
    const rows = headings.flatMap(([heading, field]) => {
      const text = label[field]?.join(' ');
      return text ? [[heading, shorten(text, 500)]] : [];
    });
    if (rows.length === 0) return failed(`the label of "${drug}" says nothing that can be shown`);
    const title = own ? name : `No label for "${drug}"; this is ${name}, which a model takes for the same`;
    return {
      success: true,
      data: { ...(!own && { asked: drug }), drug: name, label: Object.fromEntries(rows), note: ADVICE },
      spoken: `${title}: ${rows[0]?.[1]} ${ADVICE} [1]`,
      blocks: [{ type: 'table', title: shorten(title, 200), columns: ['Section', 'Label'], rows }],
      sources: [{ title: 'openFDA drug labels', url: 'https://open.fda.gov/apis/drug/label/', snippet: ADVICE }],
    };
  },
});
