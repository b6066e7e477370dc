import type { ReactNode } from 'react'
import type { MoveRow } from '@kufang/contract/document/api.ts'
import { api } from '../kit/api/client.ts'
import { MoveTable } from '../kit/document/move-table.tsx'
import { placeText } from '../kit/document/place-text.ts'
import { stockEntity } from '../kit/document/related.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import type { BlockRequest } from '../kit/grid/cursor-datasource.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { SplitBar } from './split-bar.tsx'
import styles from './stock.module.css'

const messages = defineMessages({
  quantity: { zh: '数量', en: 'Quantity' },
  available: { zh: '可用', en: 'Available' },
  reserved: { zh: '已占用', en: 'Reserved' },
  frozen: { zh: '已冻结', en: 'Frozen' },
  moves: { zh: '这个数量从何而来', en: 'Where this quantity comes from' },
})

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

interface History {
  rows: MoveRow[]
  nextCursor: string | null
  total?: number
}

/** Behind one quantity: its parts, and every move with its document and the ERP's. */
export function StockPanel({ row, at }: { row: Row; at: string | null }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const place = placeText({
    place: 'stock',
    plant: text(row['plant']),
    storageLocation: text(row['storageLocation']),
    bin: text(row['bin']),
    batch: text(row['batch']),
    stockCategory: text(row['stockCategory']),
    specialStock: text(row['specialStock']),
  })
  const loadBlock = async (block: BlockRequest) => {
    const answer = await api.post<History>(
      '/api/stock/history',
      {
        keyId: row['keyId'],
        companyCode: row['companyCode'],
        cursor: block.cursor,
        size: block.size,
        ...(at !== null && { to: at }),
      },
      { signal: block.signal },
    )
    const total = answer.total ?? answer.rows.length
    return {
      rows: answer.rows,
      nextCursor: answer.nextCursor,
      total,
      totalIsCapped: answer.total === undefined && answer.nextCursor !== null,
    }
  }
  const figures =
    at === null
      ? (['quantity', 'available', 'reserved', 'frozen'] as const)
      : (['quantity'] as const)
  return (
    <div className={styles.panel}>
      <div>
        <strong>{text(row['materialNo'])}</strong> {text(row['description'])}
        <div>{label(place)}</div>
      </div>
      <div className={styles.figures}>
        {figures.map((name) => (
          <span key={name} className={styles.figure}>
            <span className={styles.figureName}>{t(name)}</span>
            <span className={styles.figureValue}>
              {numberText(row[name])} {name === 'quantity' ? text(row['unit']) : ''}
            </span>
          </span>
        ))}
      </div>
      {at === null && <SplitBar row={row} />}
      <h3 style={{ margin: 0, fontSize: 14 }}>{t('moves')}</h3>
      <MoveTable
        pageKey="stock moves"
        source={{
          kind: 'cursor',
          loadBlock,
          queryKey: `${String(row['companyCode'])} ${String(row['keyId'])} ${at ?? ''}`,
          entity: stockEntity,
        }}
        height="fill"
      />
    </div>
  )
}
