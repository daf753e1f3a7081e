import 'katex/dist/katex.min.css';
import { createMathPlugin } from '@streamdown/math';

/** With its own style sheet and faces: loaded when the first formula comes. */
export const math = createMathPlugin({ errorColor: 'var(--danger)' });
