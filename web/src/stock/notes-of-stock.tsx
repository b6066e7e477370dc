import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { CreateRequest, ListResponse } from '@kufang/contract/document/api.ts'
import { stockNote } from '@kufang/contract/stock/stock-note.ts'
import { stockNoteQuery, stockRemarkQuery } from '@kufang/contract/stock/stock-remark-query.ts'
import { api } from '../kit/api/client.ts'
import { documentPath, openDocument } from '../kit/document/document-path.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { toast } from '../kit/feedback/toast.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { queryColumns } from '../kit/pages/list/query-columns.ts'
import { markStale, useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { columnText } from './move-history.tsx'
import styles from './move-history.module.css'

const messages = defineMessages({
  write: { zh: '写备注', en: 'Write a note' },
  record: { zh: '记下备注', en: 'Record the note' },
  written: {
    zh: '已记下备注，照片和附件请在其中上传：',
    en: 'The note is recorded; attach pictures and files to it:',
  },
  on: { zh: '{material} {bin} {batch}', en: '{material} {bin} {batch}' },
  hint: {
    zh: '备注写下后不能修改：有出入时另写一条并填写“更正的备注”，或由本人撤回。',
    en: 'A note is never changed: write another one that corrects it, or withdraw your own.',
  },
})

/** So many notes on one row are shown, latest first. */
const rowsMax = 50

/** What people have noted on a row of the stock; nothing if nobody has. */
export function NotesOfStock({ row }: { row: Row }): ReactNode {
  const { label } = useLanguage()
  const version = useEntityVersion(stockNote.name)
  const asked = {
    parameters: { keyId: row['keyId'] },
    filters: [{ field: 'companyCode', operator: 'eq', value: row['companyCode'] }],
    size: rowsMax,
  }
  const { data } = useQuery({
    queryKey: ['stock', 'notes', asked, version],
    queryFn: ({ signal }) =>
      api.post<ListResponse>(`/api/queries/${stockNoteQuery.name}/list`, asked, { signal }),
  })
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      queryColumns(stockNoteQuery, '').map((column) => ({
        ...column,
        isSortable: false,
        ...(column.field === 'companyCode' && { isHidden: true }),
        ...(column.field === 'noteNo' && {
          onOpen: (one: Row) => openDocument(stockNote.name, columnText(one, 'noteId')),
        }),
      })),
    [],
  )
  if (data === undefined || data.rows.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>{label(stockNoteQuery.label)}</h2>
      <DataGrid
        pageKey="notes of stock"
        ariaLabel={label(stockNoteQuery.label)}
        columns={columns}
        source={{ kind: 'rows', rows: data.rows }}
        rowId={(one) => columnText(one, 'noteId')}
        height="content"
      />
    </>
  )
}

const { noteText, relevantUntil, correctsNo } = stockNote.header

/** What of a row makes the line of a note. */
const keyOfRow = (row: Row) =>
  Object.fromEntries(
    ['materialNo', 'bin', 'batch', 'stockCategory', 'specialStock', 'specialStockReference']
      .map((name) => [name, columnText(row, name)] as const)
      .filter(([, value]) => value !== ''),
  )

/** Writes a further note on a row of the stock. */
export function WriteNote({ row }: { row: Row }): ReactNode {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('write')}
      </Button>
      {isOpen && (
        <FieldDialog
          title={t('write')}
          actionText={t('record')}
          fields={{ noteText, relevantUntil, correctsNo }}
          onSend={async (values, keys) => {
            const request: CreateRequest = {
              page: '/Stock/stockSearchRemark',
              companyCode: columnText(row, 'companyCode'),
              header: {
                plant: columnText(row, 'plant'),
                storageLocation: columnText(row, 'storageLocation'),
                ...values,
              },
              lines: [keyOfRow(row)],
              actionAfterCreate: 'record',
            }
            const { id, docNo } = await api.post<{ id: string; docNo: string }>(
              `/api/documents/${stockNote.name}`,
              request,
              { idempotencyKey: keys.of(request) },
            )
            markStale(stockNote.name, stockRemarkQuery.name)
            toast.success(t('written'), { text: docNo, path: documentPath(stockNote.name, id) })
          }}
          onClose={() => setOpen(false)}
        >
          <p>
            {t('on', {
              material: columnText(row, 'materialNo'),
              bin: columnText(row, 'bin'),
              batch: columnText(row, 'batch'),
            })}
          </p>
          <p>{t('hint')}</p>
        </FieldDialog>
      )}
    </>
  )
}
