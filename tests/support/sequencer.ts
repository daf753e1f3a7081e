import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const KINDS = ['contract', 'e2e', 'integration', 'unit'];
const kindOf = ({ moduleId }: TestSpecification): number =>
  KINDS.findIndex((kind) => relative('tests', moduleId).startsWith(kind));

/** The long kinds first: at the end, short files keep every worker busy. Vitest knows how long only where it ran before. */
export default class LongKindsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => kindOf(a) - kindOf(b));
  }
}
