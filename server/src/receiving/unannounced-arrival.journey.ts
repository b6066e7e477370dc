import { unannouncedArrival } from '@kufang/contract/receiving/unannounced-arrival.ts'
import { journeyOf, type ActedLine } from '../document/journey/journey.ts'

/** The remark of lines that get their papers in two parts: one piece first. */
const inParts = '分两次补单'

const papered = ({ lineRemark, supplementedQuantity, awaitingQuantity }: ActedLine) =>
  lineRemark === inParts && supplementedQuantity === '0' ? '1' : (awaitingQuantity as string)

/** A truck comes without a delivery note; the buyer adds the papers later, or the goods go back. */
export const unannouncedArrivalJourney = journeyOf(unannouncedArrival, {
  start: {
    by: 'storekeeper',
    from: { document: 'purchase-order', steps: [] },
    request: ({ proposed, lines, course }) => ({
      header: {
        cause: '供应商未建送货单',
        visualCheck: 'intact',
        countedPackages: proposed.lines.length * 2,
        unloadingPoint: '2 号卸货台',
        plateNo: '澜A·26118',
        driver: '赵远',
        signedOffBy: '周海宁',
      },
      lines: proposed.lines.map((line, index) => {
        // As they are marked on the goods.
        const { batch, productionDate, expiryDate } = lines[index]!
        return {
          ...line,
          ...(batch ? { batch } : {}),
          ...(productionDate ? { productionDate } : {}),
          ...(expiryDate ? { expiryDate } : {}),
          ...(course === 'inParts' ? { lineRemark: inParts } : {}),
        }
      }),
    }),
  },
  acts: {
    receive: { by: 'storekeeper', goods: 'moves' },
    supplement: {
      by: 'buyer',
      input: { reference: 'FH26118801' },
      lines: (line) => ({
        quantitySupplemented: papered(line),
        purchaseOrderNo: line['purchaseOrderNo'],
        purchaseOrderLine: line['purchaseOrderLine'],
      }),
      goods: 'moves',
      goodsQuantity: papered,
    },
    markImported: { by: 'storekeeper' },
    withdrawSupplement: {
      by: 'buyer',
      input: { reason: '订单行选错' },
      // Into the receiving bin again: what the paper moved stays in the ledger.
      goods: 'moves',
      goodsQuantity: ({ supplementedQuantity }) => supplementedQuantity as string,
    },
    takeBack: { by: 'shiftLeader', input: { reason: '供应商送错' }, goods: 'undoes' },
  },
  reaches: {
    awaiting: ['receive'],
    partlySupplemented: { course: 'inParts', steps: ['receive', 'supplement'] },
    supplemented: ['receive', 'supplement'],
    takenBack: ['receive', 'takeBack'],
  },
})
