import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../kit/api/client.ts'
import { documentDefinition, masterDefinition, useDocumentDefinition } from '../kit/declarations.ts'
import { Declared } from '../kit/declared-part.tsx'
import { DifferenceTable, DocumentDifference } from '../kit/document/view/difference-table.tsx'
import { openDocument } from '../kit/document/document-path.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { tracePathText } from '../kit/document/view/trace-words.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import type { QuerySlots } from '../kit/pages/list/query-slots.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { actionWords, fieldWords, subjectWords } from './operation-words.ts'

const messages = defineMessages({
  open: { zh: '打开单据', en: 'Open the document' },
  same: { zh: '没有字段变化', en: 'No field changed' },
})

interface OperationDetail {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const text = (row: Row, name: string): string => String(row[name])

function Subject({ row }: { row: Row }): ReactNode {
  const { label } = useLanguage()
  return label(subjectWords(text(row, 'subjectType')))
}

function Action({ row }: { row: Row }): ReactNode {
  const { label } = useLanguage()
  const definition = useDocumentDefinition(text(row, 'subjectType'))
  return label(actionWords(definition, text(row, 'action')))
}

/** The fields a write changed, labelled as in the declaration of its subject. */
function Change({ row }: { row: Row }): ReactNode {
  return (
    <Declared name={text(row, 'subjectType')}>
      <Differences row={row} />
    </Declared>
  )
}

function Differences({ row }: { row: Row }): ReactNode {
  const t = useMessages(messages)
  const type = text(row, 'subjectType')
  const definition = documentDefinition(type)
  const id = text(row, 'subjectId')
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['operation', row['id']],
    queryFn: ({ signal }) =>
      api.get<OperationDetail>(`/api/logs/operations/${text(row, 'id')}`, { signal }),
    staleTime: Infinity,
  })
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <>
      {definition !== undefined && (
        <p>
          <a
            href={`#/document/${type}/${id}`}
            onClick={(event) => {
              event.preventDefault()
              openDocument(type, id)
            }}
          >
            {t('open')}
          </a>
        </p>
      )}
      {definition === undefined ? (
        <DifferenceTable
          before={data.before}
          after={data.after}
          empty={t('same')}
          nameOf={(path) =>
            tracePathText(path, fieldWords({ master: masterDefinition(type) }, path))
          }
        />
      ) : (
        <DocumentDifference
          definition={definition}
          entry={{ ...data, action: text(row, 'action') }}
          empty={t('same')}
        />
      )}
    </>
  )
}

/** 操作日志查询: labels for kinds and actions, and each field before and after the write. */
export const operationSlots: QuerySlots = {
  cell: { subjectType: Subject, action: Action },
  sidePanel: {
    opens: 'subjectNo',
    title: (row) => `${text(row, 'subjectNo')} ${momentText(row['at'])} ${text(row, 'userName')}`,
    Content: Change,
  },
}
