import { useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import type { FlowNode, ClosedFlowNode } from '@kufang/contract/document/api.ts'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { numberText } from '../../grid/cell-format.ts'
import { StateTag } from '../../theme/state-tag.tsx'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { listed, useLanguage, withDetail } from '../../text/language.ts'
import { momentText } from '../../fields/moment-text.ts'
import { indexedDocument, useDocumentDefinition } from '../../declarations.ts'
import { documentApi } from '../document-api.ts'
import { openDocument } from '../document-path.ts'
import styles from '../document.module.css'
import { layoutFlow, nodeSize } from './flow-layout.ts'
import type { PlacedEdge } from './flow-layout.ts'
import { TabState } from '../tab-state.tsx'

const messages = defineMessages({
  flow: { zh: '单据流', en: 'Document flow' },
  self: { zh: '当前单据', en: 'This document' },
  reversal: { zh: '冲销', en: 'reversal' },
  open: { zh: '打开 {no}', en: 'Open {no}' },
  company: { zh: '公司 {company}', en: 'Company {company}' },
  elsewhere: { zh: '公司 {company} 的 {no}', en: '{no} of company {company}' },
  pieces: { zh: '{count} 件：{numbers}', en: '{count}: {numbers}' },
  closed: { zh: '无查看权限', en: 'No permission to view' },
})

const pad = 12

/** The graph of documents before and after this one; a click opens a document. */
export function FlowGraph(props: {
  name: string
  id: string
  onOpen?: (name: string, id: string) => void
}): ReactNode {
  const t = useMessages(messages)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', props.name, props.id, 'flow'],
    queryFn: ({ signal }) => documentApi.flow(props.name, props.id, signal),
  })
  if (data === undefined) {
    return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  }
  const picture = layoutFlow(data.nodes, data.edges)
  return (
    <div className={styles.flow} role="group" aria-label={t('flow')}>
      <div
        className={styles.flowSheet}
        style={{ width: picture.width + 2 * pad, height: picture.height + 2 * pad }}
      >
        <svg width={picture.width + 2 * pad} height={picture.height + 2 * pad} aria-hidden="true">
          <defs>
            <marker
              id="flow-arrow"
              markerWidth="8"
              markerHeight="8"
              refX="7"
              refY="4"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8z" fill="currentColor" />
            </marker>
          </defs>
          {picture.edges.map((placed) => (
            <Edge key={`${placed.edge.from} ${placed.edge.to}`} placed={placed} />
          ))}
        </svg>
        {picture.nodes.map(({ node, x, y, height }) => (
          <Node
            key={node.key}
            node={node}
            place={{ left: x + pad, top: y + pad, width: nodeSize.width, height }}
            onOpen={props.onOpen ?? openDocument}
          />
        ))}
      </div>
    </div>
  )
}

function Edge({ placed }: { placed: PlacedEdge }): ReactNode {
  const { from, to, edge } = placed
  const middle = (from.x + to.x) / 2 + pad
  const path = `M${from.x + pad} ${from.y + pad} C${middle} ${from.y + pad} ${middle} ${to.y + pad} ${to.x + pad - 2} ${to.y + pad}`
  return (
    <g className={edge.isLive ? styles.flowEdge : styles.flowEdgeDead}>
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        markerEnd="url(#flow-arrow)"
      />
      {edge.quantity !== null && (
        <text
          x={middle}
          y={(from.y + to.y) / 2 + pad - 4}
          textAnchor="middle"
          fontSize="11"
          fill="currentColor"
        >
          {numberText(edge.quantity)}
        </text>
      )}
    </g>
  )
}

function Node(props: {
  node: FlowNode | ClosedFlowNode
  place: { left: number; top: number; width: number; height: number }
  onOpen: (name: string, id: string) => void
}): ReactNode {
  const { node } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const kind = indexedDocument(node.type)
  const definition = useDocumentDefinition(node.type)
  const state = definition?.states[node.state]
  const erpState = definition?.posts === true ? erpStates[node.erpState as ErpState] : undefined
  const isUndone = state?.tone === 'undone'
  const kindText = kind === undefined ? node.type : label(kind.label)
  if (node.id === null) {
    const { companyCode: company, docNo: no } = node
    const why = company === undefined ? t('closed') : t('company', { company })
    return (
      <div
        className={`${styles.flowNode} ${styles.flowElsewhere}`}
        style={props.place}
        role="note"
        aria-label={company === undefined ? withDetail(no, why) : t('elsewhere', { no, company })}
      >
        <span className={styles.flowKind}>{kindText}</span>
        <strong>{no}</strong>
        <span className={styles.flowWho}>{why}</span>
      </div>
    )
  }
  const { companyCode: company, id } = node
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey) openDocument(node.type, id)
    else if (!node.isSelf) props.onOpen(node.type, id)
  }
  return (
    <button
      type="button"
      className={`${styles.flowNode} ${node.isSelf ? styles.flowSelf : ''} ${isUndone ? styles.flowUndone : ''}`}
      style={props.place}
      aria-label={node.isSelf ? `${t('self')} ${node.docNo}` : t('open', { no: node.docNo })}
      aria-current={node.isSelf ? 'true' : undefined}
      onClick={open}
    >
      <span className={styles.flowKind}>
        {company === undefined ? kindText : withDetail(kindText, t('company', { company }))}
      </span>
      <strong>{node.docNo}</strong>
      <span className={styles.flowTags}>
        {state !== undefined && <StateTag tone={state.tone} label={state.label} />}
        {erpState !== undefined && <StateTag tone={erpState.tone} label={erpState.label} />}
      </span>
      {node.materialDocuments.length > 0 ? (
        <span className={styles.flowBooks}>
          {node.materialDocuments.map((document) => (
            <span key={document.number}>
              SAP {document.number}/{document.year}
              {document.isReversal && withDetail('', t('reversal'))}
            </span>
          ))}
        </span>
      ) : (
        <span className={styles.flowWho}>
          {node.createdByName} {momentText(node.createdAt)}
        </span>
      )}
      {node.pieces !== undefined && <Pieces pieces={node.pieces} />}
    </button>
  )
}

/** The serial numbers of a document in one line, the first ones of them in its tooltip. */
function Pieces({
  pieces: { count, serialNumbers },
}: Required<Pick<FlowNode, 'pieces'>>): ReactNode {
  const t = useMessages(messages)
  const isWhole = count === serialNumbers.length
  const numbers = isWhole ? listed(serialNumbers) : `${listed(serialNumbers)} …`
  const text = t('pieces', { count, numbers })
  return (
    <span className={styles.flowPieces} title={text}>
      {text}
    </span>
  )
}
