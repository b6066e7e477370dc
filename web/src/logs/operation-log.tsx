import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { instant, text } from '@kufang/contract/document/field.ts'
import { label as words } from '@kufang/contract/document/label.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { api } from '../kit/api/client.ts'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import { DifferenceTable } from '../kit/document/difference-table.tsx'
import { openDocument } from '../kit/document/document-path.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import type { FilterValues } from '../kit/fields/list-filters.ts'
import { isRange } from '../kit/fields/list-filters.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { BlockRequest } from '../kit/grid/cursor-datasource.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { FilterBar } from '../kit/pages/filter-bar.tsx'
import type { Conditions } from '../kit/pages/filter-bar.tsx'
import { PageFrame } from '../kit/pages/page-frame.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { actionWords, fieldWords, subjectWords } from './operation-words.ts'

const messages = defineMessages({
  title: { zh: '操作日志', en: 'Operations' },
  at: { zh: '时间', en: 'Time' },
  kind: { zh: '对象', en: 'Subject' },
  open: { zh: '打开单据', en: 'Open the document' },
  same: { zh: '没有字段变化', en: 'No field changed' },
})

interface Operation {
  companyCode: string
  id: string
  at: string
  userName: string
  subjectType: string
  subjectId: string
  subjectNo: string
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string
}

const fields = {
  subjectNo: text(words('单号/编码', 'Number'), { width: 160 }),
  userName: text(words('操作人', 'By'), { width: 100 }),
  action: text(words('操作', 'Action'), { width: 140 }),
  at: instant(words('时间', 'Time'), { width: 150 }),
  subjectType: text(words('对象类型', 'Kind of subject'), { width: 140 }),
  requestId: text(words('请求编号', 'Request id'), { width: 230 }),
} as const

const none: Conditions = { search: '', values: {} }
const noStates = (): undefined => undefined

/** The body of POST /api/logs/operations/list. */
function bodyOf(values: FilterValues): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (isRange(value)) {
      if (value.from !== null) body['from'] = new Date(`${value.from}T00:00:00`).toISOString()
      if (value.to !== null) body['to'] = new Date(`${value.to}T23:59:59.999`).toISOString()
    } else if (typeof value === 'string' && value.trim() !== '') body[name] = value.trim()
  }
  return body
}

/** 操作日志查询: every write of every person, with each field before and after. */
export default function OperationLog(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [conditions, setConditions] = useState(none)
  const [shown, setShown] = useState<Operation | null>(null)
  const seen = useRef(0)
  const body = bodyOf(conditions.values)
  const loadBlock = async (block: BlockRequest) => {
    const answer = await api.post<{ rows: Operation[]; nextCursor: string | null }>(
      '/api/logs/operations/list',
      { ...body, pageSize: block.size, ...(block.cursor !== null && { cursor: block.cursor }) },
      { signal: block.signal },
    )
    seen.current = (block.cursor === null ? 0 : seen.current) + answer.rows.length
    return { ...answer, total: seen.current, totalIsCapped: answer.nextCursor !== null }
  }
  const columns = useMemo((): GridColumn<Operation>[] => {
    const subject = (row: Operation): string => label(subjectWords(row.subjectType))
    const action = (row: Operation): string => label(actionWords(row.subjectType, row.action))
    return [
      { field: 'at', label: t('at'), kind: 'instant', width: 140, isSortable: false },
      {
        field: 'userName',
        label: fields.userName.label,
        kind: 'text',
        width: 100,
        isSortable: false,
      },
      {
        field: 'subjectType',
        label: t('kind'),
        kind: 'text',
        width: 120,
        isSortable: false,
        render: subject,
      },
      {
        field: 'subjectNo',
        label: fields.subjectNo.label,
        kind: 'text',
        width: 170,
        isSortable: false,
        onOpen: (row) => setShown(row),
      },
      {
        field: 'action',
        label: fields.action.label,
        kind: 'text',
        width: 140,
        isSortable: false,
        render: action,
      },
      {
        field: 'companyCode',
        label: words('公司', 'Company'),
        kind: 'text',
        width: 70,
        isSortable: false,
      },
      {
        field: 'requestId',
        label: fields.requestId.label,
        kind: 'text',
        width: 260,
        isSortable: false,
      },
    ]
  }, [t, label])
  return (
    <PageFrame path="/log/operationLogQuery">
      <FilterBar
        fields={fields}
        quick={['subjectNo', 'userName', 'action', 'at']}
        statesOf={noStates}
        conditions={conditions}
        initial={none}
        onApply={setConditions}
        hasSearch={false}
      />
      <DataGrid
        pageKey="/log/operationLogQuery"
        ariaLabel={t('title')}
        columns={columns}
        source={{ kind: 'cursor', loadBlock, queryKey: JSON.stringify(body) }}
        rowId={(row) => row.id}
        onRowOpen={(row) => setShown(row)}
        onRowFocus={(row) => {
          if (shown !== null) setShown(row)
        }}
      />
      <SidePanel
        isOpen={shown !== null}
        title={shown === null ? '' : `${shown.subjectNo} ${momentText(shown.at)} ${shown.userName}`}
        onClose={() => setShown(null)}
        extra={
          shown !== null &&
          documentDefinition(shown.subjectType) !== undefined && (
            <a
              href={`#/document/${shown.subjectType}/${shown.subjectId}`}
              onClick={(event) => {
                event.preventDefault()
                openDocument(shown.subjectType, shown.subjectId)
              }}
            >
              {t('open')}
            </a>
          )
        }
      >
        {shown !== null && (
          <DifferenceTable
            before={shown.before}
            after={shown.after}
            empty={t('same')}
            nameOf={(path) => label(fieldWords(shown.subjectType, path))}
          />
        )}
      </SidePanel>
    </PageFrame>
  )
}
