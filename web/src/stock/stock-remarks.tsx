import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { stockNote } from '@kufang/contract/stock/stock-note.ts'
import { remarkedRows, stockRemarkQuery } from '@kufang/contract/stock/stock-remark-query.ts'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { DocumentList } from '../kit/pages/list/document-list.tsx'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { queryColumns, queryList } from '../kit/pages/list/query-columns.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { useRowPanel } from '../kit/pages/list/use-row-panel.ts'
import { usePageLocation } from '../kit/tab/page-location.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { NotesOfStock, WriteNote } from './notes-of-stock.tsx'
import { HoldsOfStock } from './holds-of-stock.tsx'
import { columnText } from './move-history.tsx'
import styles from './move-history.module.css'

const messages = defineMessages({
  view: { zh: '显示', en: 'Show' },
  notes: { zh: '备注记录', en: 'All notes' },
})

const path = '/Stock/stockSearchRemark'
const list = {
  ...queryList(stockRemarkQuery, path),
  quickFilters: ['noteText', 'materialNo', 'storageLocation', 'bin', 'notedByName', 'notedAt'],
}
const columnsShown = queryColumns(stockRemarkQuery, path)

type View = keyof typeof remarkedRows | 'notes'

/** 库存查询（备注）: what was noted on the stock, first what still matters; notes are written on a row and read beside it. */
export default function StockRemarks(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { search } = usePageLocation()
  // A link names a note.
  const [view, setView] = useState<View>(search === '' ? 'relevant' : 'notes')
  const [followed, setFollowed] = useState(search)
  if (search !== followed) {
    setFollowed(search)
    if (search !== '') setView('notes')
  }
  return (
    <PageFrame
      path={path}
      titleExtra={
        <Segmented<View>
          aria-label={t('view')}
          value={view}
          options={[
            ...Object.entries(remarkedRows).map(([value, words]) => ({
              value: value as View,
              label: label(words),
            })),
            { value: 'notes', label: t('notes') },
          ]}
          onChange={setView}
        />
      }
    >
      {view === 'notes' ? (
        <DocumentList definition={stockNote} page={stockNote.pages[path]!} path={path} />
      ) : (
        <RemarkedStock key={view} rows={view} />
      )}
    </PageFrame>
  )
}

function RemarkedStock({ rows }: { rows: keyof typeof remarkedRows }): ReactNode {
  const { label } = useLanguage()
  const beside = useRowPanel(list.rowId)
  const { show, shown } = beside
  const version = useEntityVersion(stockNote.name)
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      columnsShown.map((column) => ({
        ...column,
        ...(column.field === 'materialNo' && { pinned: 'left' as const, onOpen: show }),
      })),
    [show],
  )
  return (
    <>
      <RecordList
        {...list}
        key={version}
        pageKey={`${path} ${rows}`}
        ariaLabel={label(remarkedRows[rows])}
        columns={columns}
        // The stock has no order by its notes; those of a material lie together.
        {...(rows === 'all' && {
          defaultSort: [{ field: 'materialNo', direction: 'asc' as const }],
        })}
        {...beside.list}
        extraRequest={{ parameters: { rows } }}
      />
      <SidePanel {...beside.panel} title={shown === null ? '' : columnText(shown, 'materialNo')}>
        {shown !== null && (
          <div key={list.rowId(shown)} className={styles.panel}>
            <div>
              <strong>{columnText(shown, 'materialNo')}</strong> {columnText(shown, 'description')}
              <div>
                {[columnText(shown, 'storageLocation'), columnText(shown, 'bin')]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </div>
            </div>
            <WriteNote row={shown} />
            <NotesOfStock row={shown} />
            <HoldsOfStock row={shown} />
          </div>
        )}
      </SidePanel>
    </>
  )
}
