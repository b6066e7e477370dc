import type { ReactNode } from 'react'
import { BatchHistory } from './batch-history.tsx'
import { columnText, MoveHistory } from './move-history.tsx'
import type { Piece } from '../kit/pages/list/piece-link.ts'
import { PiecesOfStock } from './pieces-of-stock.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText, withSecond } from '../kit/grid/cell-format.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { HoldsOfStock } from './holds-of-stock.tsx'
import { NotesOfStock } from './notes-of-stock.tsx'
import { SplitBar } from './split-bar.tsx'
import styles from './stock.module.css'

const messages = defineMessages({
  quantity: { zh: '数量', en: 'Quantity' },
  available: { zh: '可用', en: 'Available' },
  reserved: { zh: '已占用', en: 'Reserved' },
  frozen: { zh: '已冻结', en: 'Frozen' },
  moves: { zh: '这个数量从何而来', en: 'Where this quantity comes from' },
})

/** Details of one quantity: its parts, and every move with its document and the ERP's. */
export function StockPanel(props: {
  row: Row
  at: string | null
  /** Shows the life of one of its pieces. */
  onPiece: (piece: Piece) => void
}): ReactNode {
  const { row, at } = props
  const t = useMessages(messages)
  const figures =
    at === null
      ? (['quantity', 'available', 'reserved', 'frozen'] as const)
      : (['quantity'] as const)
  return (
    <MoveHistory
      row={row}
      pageKey="stock moves"
      heading={t('moves')}
      asked={{
        parameters: { keyId: row['keyId'] },
        filters: [
          { field: 'companyCode', operator: 'eq', value: row['companyCode'] },
          ...(at === null ? [] : [{ field: 'movedAt', operator: 'lte' as const, value: at }]),
        ],
      }}
    >
      <div className={styles.figures}>
        {figures.map((name) => (
          <span key={name} className={styles.figure}>
            <span className={styles.figureName}>{t(name)}</span>
            <span className={styles.figureValue}>
              {name === 'quantity'
                ? withSecond(withUnit(numberText(row[name]), row['unit']), row)
                : numberText(row[name])}
            </span>
          </span>
        ))}
      </div>
      {at === null && <SplitBar row={row} />}
      {at === null && columnText(row, 'place') === 'stock' && <NotesOfStock row={row} />}
      {at === null && <HoldsOfStock row={row} />}
      {columnText(row, 'batch') !== '' && <BatchHistory row={row} />}
      {at === null && <PiecesOfStock row={row} onPiece={props.onPiece} />}
    </MoveHistory>
  )
}
