import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { holdKinds, type HeldStock } from '@kufang/contract/stock/held-stock.ts'
import { api } from '../kit/api/client.ts'
import { openDocument } from '../kit/document/document-path.ts'
import { stockEntity } from '../kit/document/related.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import { numberText } from '../kit/grid/cell-format.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './move-history.module.css'

const messages = defineMessages({
  heading: { zh: '被谁占用或冻结', en: 'Who holds it' },
  kind: { zh: '方式', en: 'As' },
  document: { zh: '单据', en: 'Document' },
  quantity: { zh: '数量', en: 'Quantity' },
  everything: { zh: '全部', en: 'All' },
  person: { zh: '办理人', en: 'By' },
  until: { zh: '至', en: 'Until' },
})

type HeldRow = HeldStock & Row

/** Which documents hold the stock of a row, who made them and until when; nothing if none does. */
export function HoldsOfStock({ row }: { row: Row }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const version = useEntityVersion(stockEntity)
  const asked = { companyCode: row['companyCode'], keyId: row['keyId'] }
  const { data } = useQuery({
    queryKey: ['stock', 'holds', asked, version],
    queryFn: ({ signal }) => api.post<HeldStock[]>('/api/stock/holds', asked, { signal }),
  })
  const columns = useMemo(
    (): GridColumn<HeldRow>[] => [
      {
        field: 'documentNo',
        label: messages.document,
        kind: 'text',
        width: 122,
        isSortable: false,
        onOpen: (one) => openDocument(one.documentType, one.documentId),
      },
      {
        field: 'kind',
        label: messages.kind,
        kind: 'text',
        width: 70,
        isSortable: false,
        text: (one) => label(holdKinds[one.kind]),
      },
      {
        field: 'quantity',
        label: messages.quantity,
        kind: 'quantity',
        width: 62,
        isSortable: false,
        text: (one) => (one.quantity === null ? t('everything') : numberText(one.quantity)),
      },
      {
        field: 'placedByName',
        label: messages.person,
        kind: 'text',
        width: 70,
        isSortable: false,
      },
      { field: 'heldUntil', label: messages.until, kind: 'date', width: 98, isSortable: false },
    ],
    [label, t],
  )
  if (data === undefined || data.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>{t('heading')}</h2>
      <DataGrid
        pageKey="holds of stock"
        ariaLabel={t('heading')}
        columns={columns}
        source={{ kind: 'rows', rows: data as HeldRow[] }}
        rowId={(one) => `${one.kind}/${one.documentId}/${one.placedAt}`}
        height="content"
      />
    </>
  )
}
