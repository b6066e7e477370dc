import { newId } from '@kufang/kernel/identifier.ts'
import { closePeriod, openPeriod } from '../../../ledger/periods/periods.ts'
import type { World } from '../../testing/world.ts'
import { periodsOf, userOfErp } from './apply-world.ts'
import { days, monthOf, nextMonth, type Books, type Ground } from './books.ts'
import { kindOf } from './goods.ts'
import type { Answer, WorldOperation } from './operation.ts'
import { postingsOf, type Posting, type State } from './state.ts'

/** Refused without a code: by the ERP to its own user, or by the page of dead letters. */
export class RefusedThere extends Error {}

const none: Answer = { id: '' }

/** The id of a posting of the model: that of its paper in the same position. */
export async function idOfPosting(
  database: World['database'],
  state: State,
  posting: Posting,
): Promise<string> {
  const { paper } = posting
  const rows = await database.query<{ id: string }>(
    `select id from erp_posting where document_id = $1 order by sequence`,
    [paper.id],
  )
  return rows[postingsOf(state, paper).indexOf(posting)]!.id
}

/** Performs what a user of the ERP, a job of ours or an accountant does. */
// oxlint-disable-next-line max-lines-per-function -- one branch per operation outside
export async function performOutside(
  books: Books,
  { place }: Ground,
  state: State,
  operation: WorldOperation,
): Promise<Answer> {
  const { world, standIn } = books
  const { companyCode } = world
  const there = async <T>(path: string, body: object): Promise<T> => {
    try {
      return await standIn.control<T>('POST', `/stand-in/${path}`, body)
    } catch (error) {
      throw new RefusedThere(String(error), { cause: error })
    }
  }
  switch (operation.type) {
    case 'send': {
      const { fault } = operation
      if (fault) await there('faults', { kind: fault, count: 1 })
      await books.send()
      if (fault) await standIn.control('DELETE', '/stand-in/faults')
      return none
    }
    case 'watch':
      await books.watch()
      return none
    case 'cancelDirectly': {
      const id = await idOfPosting(world.database, state, state.postings[operation.posting]!)
      const [posting] = await world.database.query<{ document: string; year: string }>(
        `select material_document as document, material_document_year as year from erp_posting where id = $1`,
        [id],
      )
      await there('material-documents/cancel', {
        user: userOfErp,
        ...posting!,
        postingDate: days.today,
      })
      return none
    }
    case 'postDirectly': {
      const isReceipt = operation.quantity > 0
      const made = await there<{ MaterialDocument: string; MaterialDocumentYear: string }>(
        'material-documents',
        {
          user: userOfErp,
          header: {
            GoodsMovementCode: isReceipt ? '05' : '03',
            PostingDate: days.today,
            DocumentDate: days.today,
          },
          items: [
            {
              Material: kindOf(operation.goods).materialNo,
              Plant: place.plant,
              StorageLocation: place.storageLocation,
              GoodsMovementType: isReceipt ? '501' : '201',
              QuantityInEntryUnit: String(Math.abs(operation.quantity)),
              EntryUnit: 'EA',
              ...(isReceipt ? {} : { CostCenter: 'CC100' }),
            },
          ],
        },
      )
      return { id: '', number: made.MaterialDocument, year: made.MaterialDocumentYear }
    }
    case 'cancelTheirs': {
      const { number, year } = state.directs[operation.direct]!
      await there('material-documents/cancel', {
        user: userOfErp,
        document: number,
        year,
        postingDate: days.today,
      })
      return none
    }
    case 'periodHere': {
      const work = operation.isOpen ? openPeriod : closePeriod
      await world.database.transaction((tx) =>
        work(tx, companyCode, monthOf(days[operation.day]), newId()),
      )
      return none
    }
    case 'postAtGate': {
      await world.database.query(
        `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
         select $1, gen_random_uuid(), 'receiving.arrivalPosting', to_jsonb($2::text), '2020-01-01'::date + count(*)::int,
           gen_random_uuid(), '测试'
         from business_parameter where name = 'receiving.arrivalPosting'`,
        [companyCode, operation.isOn ? 'at-arrival' : 'with-receipt'],
      )
      return none
    }
    case 'periodThere': {
      const { today, lastMonth } = periodsOf(operation)
      await there('periods', {
        companyCode,
        current: today ? monthOf(days.today) : nextMonth,
        previousIsOpen: lastMonth,
      })
      return none
    }
  }
}
