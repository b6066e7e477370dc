import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Tabs, theme as antdTheme } from 'antd'
import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { ApiError } from '../../api/api-error.ts'
import { dueWords } from '../../fields/due-words.ts'
import { indexedDocument } from '../../declarations.ts'
import { useEntityVersion } from '../../tab/entity-versions.ts'
import { StateTag } from '../../theme/state-tag.tsx'
import { useLanguage, withDetail } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { AttachmentsTab } from './attachments-tab.tsx'
import { DocumentActions } from '../act/document-actions.tsx'
import { documentApi } from '../document-api.ts'
import { openDocument } from '../document-path.ts'
import { DocumentLines } from './document-lines.tsx'
import styles from '../document.module.css'
import { GoneDocument } from './gone-document.tsx'
import { HiddenLines } from './hidden-lines.tsx'
import { HeaderInfo } from './header-info.tsx'
import { HistoryTab } from './history-tab.tsx'
import { DocumentStepper } from './document-stepper.tsx'
import { EditForm } from '../entry/edit-form.tsx'
import { mayHaveFailed, PostingFailure } from '../act/posting-failure.tsx'
import { ErpTab } from './erp-tab.tsx'
import { FlowGraph } from '../flow/flow-graph.tsx'
import { LogTab } from './log-tab.tsx'
import { MovesTab } from './moves-tab.tsx'
import { NextSteps } from './next-steps.tsx'
import { PostingSteps } from './posting-steps.tsx'
import { PrintButton } from '../print/print-button.tsx'
import { afterDocumentWrite } from '../related.ts'
import { slotsOf } from '../slots.ts'
import { TabState } from '../tab-state.tsx'
import { booksWatchMs, useBooksWatch, waitsForBooks } from '../act/use-books-watch.ts'
import { useVisible } from '../../session/use-visible.ts'

const messages = defineMessages({
  lines: { zh: '明细', en: 'Lines' },
  flow: { zh: '单据流', en: 'Flow' },
  history: { zh: '履历', en: 'Item history' },
  moves: { zh: '库存影响', en: 'Stock moves' },
  attachments: { zh: '附件', en: 'Attachments' },
  log: { zh: '日志', en: 'Log' },
  erp: { zh: 'ERP', en: 'ERP' },
})

export interface DocumentViewProps {
  definition: AnyDocument
  id: string
  /** Opens another document of the flow; default: in its own tab. */
  onOpen?: (name: string, id: string) => void
  /** Called after the document was deleted. */
  onGone: () => void
  /** The actions of the page from which it was opened; all permitted actions if absent. */
  preferred?: readonly string[]
  /** Called after an action, for example to select the next document of a worklist. */
  onActed?: () => void
  /** The view fills its tab, and the document number is the heading. */
  isPage?: boolean
}

/** The view of a document, in the side panel and in its own tab. */
export function DocumentView(props: DocumentViewProps): ReactNode {
  const { id } = props
  const definition = useVisible(props.definition)
  const client = useQueryClient()
  // A write to any related document may change this one.
  const version = useEntityVersion(definition.name)
  const { label } = useLanguage()
  const [isEditing, setEditing] = useState(false)
  const [gone, setGone] = useState<string | null>(null)
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    queryKey: ['document', definition.name, id, 'read', version],
    queryFn: ({ signal }) => documentApi.read(definition.name, id, signal),
    // The ERP answers asynchronously, so poll for its answer.
    refetchInterval: ({ state }) =>
      state.data !== undefined && waitsForBooks(state.data.header) ? booksWatchMs : false,
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  })
  useBooksWatch(
    data !== undefined && waitsForBooks(data.header),
    () => undefined,
    () => afterDocumentWrite(client, definition.name),
  )
  // It is read again whenever its tab is shown. Until the answer it stays gone, else the press that closes it would meet nothing.
  const isUnanswered = error === null && (data === undefined || isPlaceholderData)
  const isGone =
    (error instanceof ApiError && error.status === 404) || (gone === id && isUnanswered)
  if (isGone !== (gone === id)) setGone(isGone ? id : null)
  if (isGone) {
    return (
      <GoneDocument definition={definition} isPage={props.isPage === true} onClose={props.onGone} />
    )
  }
  if (data === undefined) {
    return (
      <>
        {props.isPage === true && error !== null && (
          <h1 className={styles.number}>{label(definition.label)}</h1>
        )}
        <TabState error={error} isLoading={isLoading} onRetry={refetch} />
      </>
    )
  }
  if (isEditing) {
    return (
      <EditForm
        definition={definition}
        document={data}
        onDone={() => {
          setEditing(false)
          afterDocumentWrite(client, definition.name)
        }}
        onCancel={() => setEditing(false)}
      />
    )
  }
  return <Shown {...props} document={data} onEdit={() => setEditing(true)} />
}

// oxlint-disable-next-line max-lines-per-function -- markup: the sections of a document in the order of the screen
function Shown(
  props: DocumentViewProps & { document: DocumentResponse; onEdit: () => void },
): ReactNode {
  const { definition, document: shown, id } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { token } = antdTheme.useToken()
  const { header } = shown
  const Heading = props.isPage === true ? 'h1' : 'h2'
  const state = definition.states[header.state]
  const erpState = definition.posts === true ? erpStates[header.erpState as ErpState] : undefined
  const clock = dueWords(definition, header)
  const open = props.onOpen === undefined ? {} : { onOpen: props.onOpen }
  const { beside: Beside } = slotsOf(definition.name)
  const colours = {
    '--line': token.colorBorder,
    '--paper': token.colorBgContainer,
    '--primary': token.colorPrimary,
    '--soft': token.colorFillAlter,
  }
  return (
    <div className={styles.view} style={colours as CSSProperties}>
      <div className={styles.scroll}>
        <div className={styles.head}>
          <Heading className={styles.number}>{header.docNo}</Heading>
          {props.isPage === true && <span>{label(definition.label)}</span>}
          {state !== undefined && <StateTag tone={state.tone} label={state.label} />}
          {erpState !== undefined && <StateTag tone={erpState.tone} label={erpState.label} />}
          {clock !== null && <StateTag tone="late" label={clock} />}
          <span className={styles.spring} />
          <PrintButton definition={definition} ids={[id]} />
        </div>
        {definition.isMirror !== true && (
          <NextSteps
            name={definition.name}
            id={id}
            version={header.version}
            onOpen={props.onOpen ?? openDocument}
          />
        )}
        {shown.postingSteps !== undefined ? (
          <PostingSteps definition={definition} steps={shown.postingSteps} />
        ) : (
          mayHaveFailed.has(header.erpState) && (
            <PostingFailure name={definition.name} id={id} docNo={header.docNo} />
          )
        )}
        {Object.keys(header.acts).length > 0 && (
          <DocumentStepper definition={definition} acts={header.acts} state={header.state} />
        )}
        <Tabs
          className={styles.tabs ?? ''}
          size="small"
          destroyOnHidden
          items={[
            {
              key: 'lines',
              label: withDetail(t('lines'), shown.lines.length),
              children: (
                <>
                  <HiddenLines document={shown} isActedOn={definition.isMirror !== true} />
                  <DocumentLines definition={definition} lines={shown.lines} />
                  {Beside !== undefined && (
                    <Beside
                      definition={definition}
                      document={shown}
                      isInDialog={false}
                      {...(props.onActed !== undefined && { onActed: props.onActed })}
                    />
                  )}
                  <HeaderInfo definition={definition} header={header} />
                </>
              ),
            },
            {
              key: 'flow',
              label: t('flow'),
              children: <FlowGraph name={definition.name} id={id} {...open} />,
            },
            ...(indexedDocument(definition.name)?.hasHistory === true
              ? [
                  {
                    key: 'history',
                    label: t('history'),
                    children: (
                      <HistoryTab name={definition.name} id={id} lines={shown.lines} {...open} />
                    ),
                  },
                ]
              : []),
            ...(definition.isMirror === true
              ? []
              : [
                  {
                    key: 'moves',
                    label: t('moves'),
                    children: <MovesTab name={definition.name} id={id} {...open} />,
                  },
                  {
                    key: 'attachments',
                    label: t('attachments'),
                    children: (
                      <AttachmentsTab
                        subject={{
                          companyCode: String(header['companyCode']),
                          documentType: definition.name,
                          documentId: id,
                        }}
                      />
                    ),
                  },
                  {
                    key: 'log',
                    label: t('log'),
                    children: <LogTab definition={definition} id={id} />,
                  },
                ]),
            ...(definition.posts === true
              ? [
                  {
                    key: 'erp',
                    label: t('erp'),
                    children: <ErpTab name={definition.name} id={id} />,
                  },
                ]
              : []),
          ]}
        />
      </div>
      {definition.isMirror !== true && (
        <DocumentActions
          definition={definition}
          document={shown}
          {...(props.preferred !== undefined && { preferred: props.preferred })}
          onEdit={props.onEdit}
          onGone={props.onGone}
          {...(props.onActed !== undefined && { onActed: props.onActed })}
        />
      )}
    </div>
  )
}
