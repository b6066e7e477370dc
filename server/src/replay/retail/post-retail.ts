import { newId } from '@kufang/kernel/identifier.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Place } from '../../document/testing/ground.ts'
import type { ErpMovement } from '../../erp/erp-movement.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  postMoves,
  stockKey,
  type MoveRequest,
  type PostedMove,
  type StockKey,
} from '../../ledger/public.ts'
import { isGoods, kindOf, type RetailLine } from './read-retail.ts'

/** The time of a line in the company's time zone; months end there. */
export const timeOf = (at: string): Date => new Date(`${at.replace(' ', 'T')}+08:00`)

/** A posted issue of which something may still be cancelled. */
interface OpenIssue {
  move: PostedMove
  left: number
}

/** How the lines of the file were posted. */
export interface Posted {
  documents: number
  issues: number
  /** Cancellations that reverse the issue they cancel. */
  reversals: number
  /** Goods that came back without an issue of the same customer, code, price and enough pieces left. */
  returns: number
  corrections: number
}

const issued: ErpMovement = {
  reversalMovementType: '202',
  goodsMovementCode: '03',
  referenceDocumentType: '',
  accountAssignment: 'cost-center',
  basis: '',
  item: {},
}

const found: ErpMovement = { ...issued, reversalMovementType: '702', accountAssignment: '' }

const sameGoods = ({ customer, code, price }: RetailLine): string => `${customer} ${code} ${price}`

/** Posts the documents of the file through the ledger, in order of time. */
export class RetailPosting {
  readonly posted: Posted = { documents: 0, issues: 0, reversals: 0, returns: 0, corrections: 0 }
  readonly #open = new Map<string, OpenIssue[]>()
  readonly #database: Database
  readonly #place: Place
  readonly #userId = newId()

  constructor(database: Database, place: Place) {
    this.#database = database
    this.#place = place
  }

  /** The documents of some days, each of a day in one transaction. */
  async post(lines: readonly RetailLine[]): Promise<void> {
    const days = Map.groupBy(lines.filter(isGoods), ({ at }) => at.slice(0, 10))
    for (const own of days.values()) {
      // A document is written within its minute; another minute is another document of that number.
      const documents = Map.groupBy(own, ({ document, at }) => `${at} ${document}`)
      await this.#database.transaction(async (tx) => {
        for (const [key, some] of documents) {
          const id = newId()
          const planned = some.map((line, index) => this.#moveOf(line, index + 1))
          const moves = await postMoves(tx, {
            companyCode: this.#place.companyCode,
            documentType: 'goods-issue',
            documentId: id,
            documentNo: some[0]!.document,
            userId: this.#userId,
            now: timeOf(some[0]!.at),
            idempotencyPrefix: key,
            moves: planned,
          })
          this.posted.documents += 1
          for (const [index, line] of some.entries())
            if (kindOf(line) === 'issue') this.#remember(line, moves[index]!)
        }
      })
    }
  }

  #remember(line: RetailLine, move: PostedMove): void {
    const key = sameGoods(line)
    const list = this.#open.get(key) ?? []
    list.push({ move, left: line.quantity })
    this.#open.set(key, list)
  }

  /** The latest issue of the same goods to the same customer that has as many pieces left. */
  #cancelled(line: RetailLine): OpenIssue | undefined {
    const wanted = -line.quantity
    return this.#open.get(sameGoods(line))?.findLast(({ left }) => left >= wanted)
  }

  #moveOf(line: RetailLine, lineNo: number): MoveRequest {
    const { companyCode, plant, storageLocation } = this.#place
    const materialNo = line.code
    const stock = stockKey({ companyCode, plant, storageLocation, bin: 'A-01', materialNo })
    const outside = (place: 'consumption' | 'count-difference'): StockKey =>
      stockKey({ companyCode, place, plant, materialNo })
    const quantity = parseQuantity(Math.abs(line.quantity))
    const amount = {
      amount: multiplyMoney(line.price, quantity),
      amountSource: 'entered' as const,
    }
    const kind = kindOf(line)
    if (kind === 'correction') {
      this.posted.corrections += 1
      const from = outside('count-difference')
      return {
        lineNo,
        from,
        to: stock,
        quantity,
        movementType: '701',
        postsToErp: true,
        erp: found,
        ...amount,
      }
    }
    const away = outside('consumption')
    if (kind === 'issue') {
      this.posted.issues += 1
      const way = { from: stock, to: away }
      return {
        lineNo,
        ...way,
        quantity,
        movementType: '201',
        postsToErp: true,
        erp: issued,
        ...amount,
      }
    }
    const original = this.#cancelled(line)
    const way = { from: away, to: stock }
    const back = { lineNo, ...way, quantity, movementType: '202', postsToErp: true, ...amount }
    if (original === undefined) {
      this.posted.returns += 1
      return { ...back, erp: { ...issued, reversalMovementType: '201' } }
    }
    original.left += line.quantity
    this.posted.reversals += 1
    return { ...back, reverses: original.move.id }
  }
}
