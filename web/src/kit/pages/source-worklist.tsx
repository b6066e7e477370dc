import { Button, Empty } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import { usualOrderOfSource } from '@kufang/contract/document/usual-order.ts'
import { documentDefinition } from '../declarations.ts'
import { documentApi } from '../document/document-api.ts'
import type { TakenSource } from '../document/document-api.ts'
import { listColumns, rowFields, statesOfColumn } from '../document/document-fields.ts'
import { openDocument } from '../document/document-path.ts'
import { slotsOf } from '../document/slots.ts'
import { toast } from '../feedback/toast.ts'
import type { Row } from '../fields/field-column.ts'
import { withWords } from '../fields/row-words.ts'
import type { DataGridHandle, GridSelection } from '../grid/data-grid.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useLanguage } from '../text/language.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { createMessages } from './create-messages.ts'
import type { AnyDocumentPage } from './list/document-list.tsx'
import { LinkedSource } from './linked-source.tsx'
import { withDueColumn, withDueField } from './list/due-column.tsx'
import { RecordList } from './list/record-list.tsx'
import type { ReadAll } from './list/record-list.tsx'
import { WorklistScanBox } from './worklist-scan-box.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { useWholeSelection } from './list/use-whole-selection.ts'
import { useDecider } from '../session/decider.ts'
import { visibleDefinition } from '@kufang/contract/document/visible.ts'

const messages = defineMessages({
  scan: {
    zh: '扫描或输入{name}或相关单号后回车',
    en: 'Scan or type {name} or a related number, then Enter',
  },
  // The box has no room for the name of a document in English.
  scanShort: { zh: '扫描或输入相关单号后回车', en: 'Scan or type a related number' },
  notFound: {
    zh: '{text} 没有可办理的行：可能尚未验收、已办完，或不在您的范围',
    en: 'Nothing to do for {text}: not inspected yet, done already, or outside your scope',
  },
  take: { zh: '填写{name}', en: 'Fill in the {name}' },
  empty: { zh: '没有待处理的{name}行', en: 'No open lines of {name}' },
})

/** Columns of the source shown for selecting lines. */
const looked = [
  'docNo',
  'lineNo',
  'supplierNo',
  'pickingUnit',
  'requester',
  'materialNo',
  'description',
  'openQuantity',
  'freeQuantity',
  'deliveryDate',
  'requiredDate',
  'plant',
  'storageLocation',
  'customerNo',
  'quantity',
  'purchaseOrderNo',
  // Explains a smaller free quantity; mostly zero.
  'heldQuantity',
]

/** The dates by which lines are due. */
const dueDates: ReadonlySet<string> = new Set(['deliveryDate', 'requiredDate'])

const none: readonly string[] = []

export interface SourceWorklistProps {
  definition: AnyDocument
  page: AnyDocumentPage
  path: string
  /** Resolves with true if the lines are in the form; otherwise the reason was shown. */
  onTake: (sources: readonly TakenSource[], rows: readonly Row[]) => Promise<boolean>
}

/** The open lines of the predecessor: selected or scanned lines are added to the form. */
// oxlint-disable-next-line max-lines-per-function -- markup: one list with scan box, selection and the way to the form
export function SourceWorklist({ definition, page, path, onTake }: SourceWorklistProps): ReactNode {
  const t = useMessages(messages)
  const created = useMessages(createMessages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const grid = useRef<DataGridHandle>(null)
  const reader = useRef<ReadAll>(null)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const { whole, isReading } = useWholeSelection(selection, reader, () =>
    grid.current?.clearSelection(),
  )
  const [isBusy, setBusy] = useState(false)
  const decider = useDecider()
  const declared = documentDefinition(definition.source?.document ?? '')
  const source = declared === undefined ? undefined : visibleDefinition(declared, decider)
  const states = definition.source?.states ?? none
  const fields = useMemo(() => (source === undefined ? {} : rowFields(source, 'line')), [source])
  /** Of a predecessor with a due date; mirrors of the ERP's documents have none. */
  const order = useMemo(
    // The server adds what orders rows of one date.
    () => (source?.due === undefined ? undefined : usualOrderOfSource(source, states).slice(0, 1)),
    [source, states],
  )
  const columns = useMemo(() => {
    if (source === undefined) return []
    const known = looked.filter((name) => name in fields)
    const shown = withDueField(known, source.due?.by) ?? known
    return withDueColumn(source, listColumns(source, 'line', shown), order !== undefined).map(
      (column) => ({
        ...column,
        ...(column.field === 'docNo' && {
          onOpen: (row: Row) => openDocument(source.name, String(row['id'])),
        }),
        // What is due first is taken first.
        ...(dueDates.has(column.field) && { isEssential: true }),
      }),
    )
  }, [source, fields, order])
  if (source === undefined) return null
  const scans = page.scans ?? 'docNo'
  const scanned = fields[scans]
  const { toolbar: Toolbar } = slotsOf(source.name)
  const { linesMax = usualLinesMax } = definition
  const take = async (rows: readonly Row[]): Promise<void> => {
    if (rows.length > linesMax) {
      toast.warning(created('tooMany', { count: rows.length, limit: linesMax }))
      return
    }
    setBusy(true)
    try {
      const isTaken = await onTake(
        rows.map((row) => ({ id: String(row['id']), lineNo: Number(row['lineNo']) })),
        rows,
      )
      if (isTaken) grid.current?.clearSelection()
    } finally {
      setBusy(false)
    }
  }
  const takeAllOf = async (field: string, text: string): Promise<void> => {
    if (text === '') return
    // Any number of the chain: of the document itself, its delivery note or order, or the value of the scanned field.
    const [numbers, scannedRows] = await Promise.all([
      documentApi.chain(source.name, text),
      documentApi.sources(definition.name, {
        page: path,
        filters: [{ field, operator: 'eq', value: text }],
        size: 200,
      }),
    ])
    const answer =
      scannedRows.rows.length > 0 || numbers.length === 0
        ? scannedRows
        : await documentApi.sources(definition.name, {
            page: path,
            filters: [{ field: 'docNo', operator: 'in', value: numbers }],
            size: 200,
          })
    if (answer.rows.length === 0) {
      toast.warning(t('notFound', { text }))
      return
    }
    await take(await withWords(client, fields, answer.rows))
  }
  return (
    <>
      <LinkedSource onFollow={(docNo) => takeAllOf('docNo', docNo)} />
      <WorklistScanBox
        label={t('scan', {
          name: scanned === undefined ? scans : label(inSentence(scanned.label)),
        })}
        hint={t('scanShort')}
        onScan={(text) => takeAllOf(scans, text)}
      />
      <RecordList
        ref={grid}
        reader={reader}
        pageKey={`${path} source`}
        ariaLabel={label(source.label)}
        fields={fields}
        columns={columns}
        quickFilters={page.sourceFilters ?? ['docNo', 'materialNo']}
        statesOf={(name) => statesOfColumn(source, name)}
        listPath={`/api/documents/${definition.name}/sources/list`}
        exportPath={null}
        extraRequest={{ page: path }}
        entity={source.name}
        rowId={(row) => `${String(row['id'])} ${String(row['lineNo'])}`}
        {...(order !== undefined && { defaultSort: order })}
        selection="multiple"
        onSelectionChange={setSelection}
        onRowOpen={(row) => {
          take([row]).catch(toast.error)
        }}
        empty={
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={t('empty', { name: label(inSentence(source.label)) })}
          />
        }
        toolbar={
          Toolbar !== undefined && (
            <Toolbar definition={source} path={path} onChanged={() => grid.current?.refresh()} />
          )
        }
      />
      {whole !== null && whole.count > 0 && (
        <SelectionBar count={whole.rows.length} selection={whole} isReading={isReading}>
          <Button
            type="primary"
            aria-keyshortcuts="Control+Enter"
            disabled={isReading}
            loading={isBusy}
            onClick={() => {
              take(whole.rows).catch(toast.error)
            }}
          >
            {t('take', { name: label(inSentence(definition.label)) })}
          </Button>
        </SelectionBar>
      )}
    </>
  )
}
