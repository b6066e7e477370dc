import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { FoundSerialNumber } from '@kufang/contract/document/found-serial-number.ts'
import { serialNumberMoveQuery } from '@kufang/contract/stock/serial-number-query.ts'
import { api } from '../kit/api/client.ts'
import { indexedDocument } from '../kit/declarations.ts'
import { openDocument } from '../kit/document/document-path.ts'
import { stockEntity } from '../kit/document/related.ts'
import { placeText } from '../kit/document/place-text.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import type { Piece } from '../kit/pages/list/piece-link.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import type { Translate } from '../kit/text/messages.ts'
import { columnText, endOf } from './move-history.tsx'
import styles from './move-history.module.css'

const messages = defineMessages({
  inStock: { zh: '在库', en: 'In stock' },
  gone: { zh: '不在库', en: 'Not in stock' },
  since: { zh: '{at} 入库', en: 'in stock since {at}' },
  last: { zh: '最后移动 {at}', en: 'last moved {at}' },
  life: { zh: '移动记录', en: 'Movements' },
  document: { zh: '单据', en: 'Document' },
  kind: { zh: '单据类型', en: 'Kind' },
  from: { zh: '从', en: 'From' },
  to: { zh: '到', en: 'To' },
  by: { zh: '操作人', en: 'By' },
  time: { zh: '时间', en: 'Time' },
  reversal: { zh: '冲销', en: 'Reversal' },
  unknown: {
    zh: '没有查到该序列号，或它不在您的数据范围内',
    en: 'There is no such serial number within your data scope',
  },
})

/** So many movements of a piece are shown, latest first. */
const movesMax = 200

/** The piece with where it is now, and its movements, latest first. */
function usePieceLife(piece: Piece) {
  const version = useEntityVersion(stockEntity)
  const { companyCode, materialNo, serialNo } = piece
  return useQuery({
    queryKey: ['stock', 'piece', piece, version],
    queryFn: async ({ signal }) => {
      const [found, moves] = await Promise.all([
        api.post<FoundSerialNumber[]>(
          '/api/finding/serial-numbers',
          { text: serialNo, materialNo },
          { signal },
        ),
        api.post<ListResponse>(
          `/api/queries/${serialNumberMoveQuery.name}/list`,
          {
            parameters: { materialNo, serialNo },
            filters: [{ field: 'companyCode', operator: 'eq', value: companyCode }],
            size: movesMax,
          },
          { signal },
        ),
      ])
      const now = found.find((one) => one.companyCode === companyCode && one.serialNo === serialNo)
      return { now, moves: moves.rows }
    },
  })
}

/** The life of a piece: where it lies now, and each movement with its document, its day and who did it. */
export function PiecePanel({ piece }: { piece: Piece }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { data, error } = usePieceLife(piece)
  const columns = useMemo(() => moveColumns(t, label), [t, label])
  if (error !== null) return <ErrorBanner error={error} />
  if (data === undefined) return null
  return (
    <div className={styles.panel}>
      <div>
        <strong>{piece.materialNo}</strong> {textOf(data.now?.description)}
        <PieceNow now={data.now} />
      </div>
      <h2 className={styles.heading}>{t('life')}</h2>
      <DataGrid
        pageKey="piece moves"
        ariaLabel={t('life')}
        columns={columns}
        source={{ kind: 'rows', rows: data.moves }}
        rowId={(row) => columnText(row, 'id')}
        height="fill"
      />
    </div>
  )
}

/** Whether the piece is in stock, where it is, and since when. */
function PieceNow({ now }: { now: FoundSerialNumber | undefined }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  if (now === undefined) return <div role="status">{t('unknown')}</div>
  return (
    <div>
      <StateTag
        tone={now.isInStock ? 'done' : 'draft'}
        label={messages[now.isInStock ? 'inStock' : 'gone']}
      />{' '}
      {label(placeText(now.place))}
      <div>
        {now.receivedAt === null
          ? t('last', { at: momentText(now.movedAt) })
          : t('since', { at: momentText(now.receivedAt) })}
      </div>
    </div>
  )
}

function moveColumns(
  t: Translate<typeof messages>,
  label: (text: Label | string) => string,
): GridColumn<Row>[] {
  const end = (name: 'from' | 'to', width: number): GridColumn<Row> => ({
    field: name,
    label: t(name),
    kind: 'text',
    width,
    isSortable: false,
    render: (row) => label(placeText(endOf(row, name))),
  })
  return [
    { field: 'movedAt', label: t('time'), kind: 'instant', width: 132 },
    {
      field: 'documentNo',
      label: t('document'),
      kind: 'text',
      width: 134,
      onOpen: (row) => openDocument(columnText(row, 'documentType'), columnText(row, 'documentId')),
    },
    { field: 'userName', label: t('by'), kind: 'text', width: 80 },
    end('from', 130),
    end('to', 200),
    {
      field: 'documentType',
      label: t('kind'),
      kind: 'text',
      width: 110,
      render: (row) => {
        const type = columnText(row, 'documentType')
        const words = label(indexedDocument(type)?.label ?? type)
        return row['isReversal'] === true ? withDetail(words, t('reversal')) : words
      },
    },
  ]
}
