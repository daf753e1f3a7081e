import { z } from 'zod';

/** Orders the events of one stream, from 0, without gaps. A client's resume cursor. */
export const revision = z.int().min(0).brand<'Revision'>();
export type Revision = z.infer<typeof revision>;
export const asRevision = (value: number): Revision => value as Revision;

/** Orders the whole store. A checkpoint, an `asOf`, an `atLeast`. 0 stands before the first event. */
export const position = z.bigint().min(0n).brand<'Position'>();
export type Position = z.infer<typeof position>;
export const asPosition = (value: bigint): Position => value as Position;
export const START = asPosition(0n);
