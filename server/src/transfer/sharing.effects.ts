import { sharingOffer } from '@kufang/contract/transfer/sharing-offer.ts'
import { sharingRequest } from '@kufang/contract/transfer/sharing-request.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { compareQuantity, isZero, type Quantity } from '@kufang/kernel/quantity.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { readParameter } from '../system/public.ts'
import { freeToShare } from './list-shared-stock.ts'

// One company asks another for goods that lie free there, and the other answers (spec domain.md 1.4, 共享; 2.7): each has a
// document of its own, and what one of them says stands on the other in the same transaction.

type Asking<N extends string> = ContextOf<typeof sharingRequest, N>
type Answering<N extends string> = ContextOf<typeof sharingOffer, N>

/** Makes the document of the other company, if it has and shares as much. */
async function ask(context: Asking<'submit'>): Promise<void> {
  const { tx, today, session, document, lines, documents, refuse, setHeader } = context
  const { companyCode, supplyingCompany, supplyingPlant, supplyingStorageLocation } = document
  const line = firstOf(lines)
  const { materialNo, quantity, unit } = line
  if (supplyingCompany === companyCode)
    throw refuse('sharing-own-company', { company: companyCode }, { field: 'supplyingCompany' })
  const place = { plant: supplyingPlant, storageLocation: supplyingStorageLocation }
  const [known] = await tx.query<{ found: number }>(
    `select 1 as found from storage_location where company_code = $1 and plant = $2 and storage_location = $3 and is_active`,
    [supplyingCompany, place.plant, place.storageLocation],
  )
  if (known === undefined)
    throw refuse(
      'sharing-place-unknown',
      { company: supplyingCompany, place: `${place.plant}/${place.storageLocation}` },
      { field: 'supplyingStorageLocation' },
    )
  const free = await freeToShare(tx, { companyCode: supplyingCompany, ...place, materialNo })
  if (compareQuantity(quantity, free) > 0)
    throw refuse(
      'sharing-not-free',
      { material: materialNo, company: supplyingCompany, quantity, free, unit },
      { line: line.lineNo, field: 'quantity' },
    )
  const days = Number(
    await readParameter(tx, 'sharing.answerDays', { companyCode: supplyingCompany }),
  )
  const within = addDays(today, days)
  const answerBy = within < document.neededBy ? within : document.neededBy
  // A new document has its number once it is written.
  const { docNo } = await documents.loadHeader('sharing-request', companyCode, document.id)
  const made = await documents.create('sharing-offer', {
    companyCode: supplyingCompany,
    header: {
      ...place,
      askingCompany: companyCode,
      askingPlant: document.plant,
      requestNo: docNo,
      requestedByName: session.userName,
      contact: document.contact,
      neededBy: document.neededBy,
      answerBy,
      purpose: document.purpose,
    },
    lines: [{ materialNo, quantity }],
  })
  setHeader({ offerNo: made.docNo })
}

/** What the other company's document of this one is; undefined while there is none. */
async function tied(documents: Asking<'withdraw'>['documents'], isBefore: boolean) {
  return (await documents.neighbours()).find((one) => one.isBefore === isBefore)
}

async function withdraw({ documents }: Asking<'withdraw'>): Promise<void> {
  const offer = await tied(documents, false)
  if (offer !== undefined)
    await documents.act('sharing-offer', offer.companyCode, offer.id, 'withdrawElsewhere')
}

/** Without an answer until the day on which the goods are needed, both are over. */
async function expire({ documents }: Asking<'expire'>): Promise<void> {
  const offer = await tied(documents, false)
  if (offer?.state === 'open')
    await documents.act('sharing-offer', offer.companyCode, offer.id, 'expire')
}

export const sharingRequestEffects = effectsFor(sharingRequest, {
  actions: { submit: ask, withdraw, expire },
})

/** Writes the answer onto the request of the other company. */
async function answer(
  { documents, session }: Answering<'offer'> | Answering<'refuse'>,
  action: 'takeOffer' | 'takeRefusal',
  given: { offeredDate?: LocalDate | null; remark: string; offeredQuantity?: Quantity },
): Promise<void> {
  const request = await tied(documents, true)
  if (request === undefined) throw new Error('a sharing offer without its request')
  const { companyCode, id } = request
  await documents.change('sharing-request', companyCode, id, {
    header: {
      offeredDate: given.offeredDate ?? null,
      answerRemark: given.remark === '' ? null : given.remark,
      answeredByName: session.userName,
    },
    ...(given.offeredQuantity === undefined
      ? {}
      : { lines: [{ lineNo: 1, offeredQuantity: given.offeredQuantity }] }),
  })
  await documents.act('sharing-request', companyCode, id, action)
}

/** No more than lies free now, whatever did when it was asked for. */
async function offer(context: Answering<'offer'>): Promise<void> {
  const { tx, document, lines, lineInput, input, refuse, setLine } = context
  const line = firstOf(lines)
  const { companyCode, plant, storageLocation } = document
  const offeredQuantity = lineInput[0]?.offeredQuantity ?? line.quantity
  if (isZero(offeredQuantity)) throw refuse('lines-required')
  const free = await freeToShare(tx, {
    companyCode,
    plant,
    storageLocation,
    materialNo: line.materialNo,
  })
  if (compareQuantity(offeredQuantity, free) > 0)
    throw refuse(
      'sharing-not-free',
      {
        material: line.materialNo,
        company: companyCode,
        quantity: offeredQuantity,
        free,
        unit: line.unit,
      },
      { line: line.lineNo, field: 'offeredQuantity' },
    )
  setLine(line.lineNo, { offeredQuantity })
  await answer(context, 'takeOffer', {
    offeredDate: input.offeredDate as LocalDate,
    remark: textOf(input.remark),
    offeredQuantity,
  })
}

export const sharingOfferEffects = effectsFor(sharingOffer, {
  actions: {
    offer,
    refuse: (context) => answer(context, 'takeRefusal', { remark: textOf(context.input.reason) }),
  },
})
