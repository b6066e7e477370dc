import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import { stockEntity } from '../kit/document/related.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageFrame } from '../kit/pages/page-frame.tsx'
import { RecordList } from '../kit/pages/record-list.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { SplitBar } from './split-bar.tsx'
import { asOfFields, stockFields } from './stock-fields.ts'
import { StockPanel } from './stock-panel.tsx'

const messages = defineMessages({
  title: { zh: '库存', en: 'Stock' },
  asOf: { zh: '查看历史时刻的库存', en: 'Stock as of a moment' },
  now: { zh: '现在', en: 'Now' },
  split: { zh: '占用情况', en: 'Split' },
  moment: { zh: '{at} 时的库存', en: 'Stock as of {at}' },
})

const path = '/Stock/stockSearch'
const quick = ['materialNo', 'plant', 'storageLocation', 'bin', 'batch', 'stockCategory']
const hidden: ReadonlySet<string> = new Set([
  'companyCode',
  'materialGroup',
  'specialStockReference',
  'book',
  'lastMoveAt',
])
const noStates = (): undefined => undefined
const rowId = (row: Row): string => `${String(row['companyCode'])} ${String(row['keyId'])}`

/** 库存查询: what lies where, what of it is free, how it came there, now and at any moment before. */
export default function StockSearch(): ReactNode {
  const t = useMessages(messages)
  const [at, setAt] = useState<string | null>(null)
  const [shown, setShown] = useState<Row | null>(null)
  const rows = useRef<readonly Row[]>([])
  const fields = at === null ? stockFields : asOfFields
  const columns = useMemo((): GridColumn<Row>[] => {
    const made = Object.entries(fields).map(([name, field]): GridColumn<Row> => ({
      ...fieldColumn(name, field),
      ...(hidden.has(name) && { isHidden: true }),
      ...(name === 'materialNo' && { pinned: 'left' as const }),
      ...(name === 'quantity' && { onOpen: (row: Row) => setShown(row) }),
    }))
    if (at !== null) return made
    const place = made.findIndex((column) => column.field === 'available')
    made.splice(place, 0, {
      field: 'split',
      label: t('split'),
      kind: 'text',
      width: 110,
      isSortable: false,
      render: (row) => <SplitBar row={row} />,
    })
    return made
  }, [fields, at, t])
  const walk = (step: 1 | -1): (() => void) | undefined => {
    const place = rows.current.findIndex((row) => shown !== null && rowId(row) === rowId(shown))
    const next = place === -1 ? undefined : rows.current[place + step]
    return next === undefined ? undefined : () => setShown(next)
  }
  return (
    <PageFrame
      path={path}
      titleExtra={
        at !== null && <span>{t('moment', { at: dayjs(at).format('YYYY-MM-DD HH:mm') })}</span>
      }
      actions={
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          aria-label={t('asOf')}
          placeholder={t('asOf')}
          style={{ width: 210 }}
          value={at === null ? null : dayjs(at)}
          maxDate={dayjs()}
          onChange={(moment) => {
            setShown(null)
            setAt(moment === null || Array.isArray(moment) ? null : moment.toISOString())
          }}
        />
      }
    >
      <RecordList
        key={at === null ? 'now' : 'as of'}
        pageKey={at === null ? path : `${path} as of`}
        ariaLabel={t('title')}
        fields={fields}
        columns={columns}
        quickFilters={quick}
        statesOf={noStates}
        listPath={at === null ? '/api/stock/list' : '/api/stock/as-of'}
        exportPath={at === null ? '/api/stock/export' : null}
        entity={stockEntity}
        {...(at !== null && { extraRequest: { at } })}
        rowId={rowId}
        onRowOpen={(row) => setShown(row)}
        onRowFocus={(row) => {
          if (shown !== null) setShown(row)
        }}
        onRows={(known) => {
          rows.current = known
        }}
      />
      <SidePanel
        isOpen={shown !== null}
        title={shown === null ? '' : String(shown['materialNo'])}
        onClose={() => setShown(null)}
        onPrevious={walk(-1)}
        onNext={walk(1)}
      >
        {shown !== null && <StockPanel key={rowId(shown)} row={shown} at={at} />}
      </SidePanel>
    </PageFrame>
  )
}
