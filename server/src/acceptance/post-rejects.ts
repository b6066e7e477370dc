import type { DocumentPort } from '../document/effects/effects.ts'
import type { PostOptions } from '../document/effects/posting-options.ts'
import type { Transaction } from '../platform/database/database.ts'
import { postBehindArrivals, postLeftOf, reverseUnneededArrivals } from '../receiving/public.ts'
import { rejectedLines } from './rejected-lines.ts'

// Nobody receives what was rejected, so the documents that dispose of it post the lines of arrivals that they need.

interface Disposing {
  tx: Transaction
  documents: DocumentPort
  document: { companyCode: string; id: string }
  lines: Parameters<typeof rejectedLines>[0]['lines']
}

type Type = 'rejects-return' | 'rejects-scrap'
type ChosenDate = Pick<PostOptions, 'postingDate'>

async function arrivedKeys(context: Disposing): Promise<string[]> {
  const behind = await rejectedLines(context)
  return behind.map(({ arrival, arrived }) => `${arrival.header.id}/${arrived.lineNo}`)
}

/** Posts a document behind its lines of arrivals, and what of these is missing or destroyed and waits for it. */
export async function postRejects(context: Disposing, type: Type, date: ChosenDate): Promise<void> {
  const { companyCode, id } = context.document
  const arrived = await arrivedKeys(context)
  const posted = postBehindArrivals(context, companyCode, { type, id, arrived }, date)
  await postLeftOf(context, companyCode, arrived, { posted, ...date })
}

/** Reverses its posting, and what of the arrivals' no other document needs. */
export async function reverseRejects(
  context: Disposing,
  type: Type,
  date: ChosenDate,
): Promise<void> {
  const { companyCode, id } = context.document
  const arrived = await arrivedKeys(context)
  const own = await context.documents.reversePosting(type, companyCode, id, date)
  await reverseUnneededArrivals(context, arrived, { dependsOn: own, ...date })
}
