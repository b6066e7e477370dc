import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { toast } from '../../feedback/toast.ts'
import { useMessages } from '../../text/messages.ts'
import { useDecider } from '../../session/decider.ts'
import { documentApi } from '../document-api.ts'
import { useIntentKeys } from '../../api/intent-key.ts'
import type { IntentKeys } from '../../api/intent-key.ts'
import { slotsOf } from '../slots.ts'
import { useMayPrint } from './may-print.ts'
import { drawnSignatures } from './print-evidence.ts'
import { printMessages } from './print-messages.ts'
import { printSheetOf } from './print-model.ts'
import type { PrintSheetModel } from './print-model.ts'
import { headerWithWords } from './print-words.ts'
import { afterDocumentWrite } from '../related.ts'

/** Maximum number of documents per print; a larger selection is most likely a mistake. */
const printedAtOnceMax = 100

/** Reads a document and counts the print first: an uncounted print would look like the first. */
async function sheetOf(
  client: QueryClient,
  keys: IntentKeys,
  definition: AnyDocument,
  id: string,
  printedBy: string,
): Promise<PrintSheetModel> {
  const read = await documentApi.read(definition.name, id)
  const header = await headerWithWords(client, definition, read.header)
  const { printCount } = await documentApi.print(definition.name, id, keys.of(['print', id]))
  const printedAt = new Date().toISOString()
  const [drawn, code = null] = await Promise.all([
    drawnSignatures(definition, read.header),
    slotsOf(definition.name).printCode?.(read.header),
  ])
  return printSheetOf({
    definition,
    document: { header, lines: read.lines, hiddenLines: read.hiddenLines },
    printCount,
    printedBy,
    printedAt,
    drawn,
    code,
  })
}

/** Prints the documents in the given order with one print dialog. */
export function PrintButton(props: {
  definition: AnyDocument
  ids: readonly string[]
  isBatch?: boolean
}): ReactNode {
  const { definition, ids, isBatch = false } = props
  const t = useMessages(printMessages)
  const client = useQueryClient()
  const keys = useIntentKeys()
  const { userName } = useDecider()
  const [isBusy, setBusy] = useState(false)
  const mayPrint = useMayPrint(definition)
  if (!mayPrint) return null
  const print = async (): Promise<void> => {
    const sheets: PrintSheetModel[] = []
    for (const id of ids) sheets.push(await sheetOf(client, keys, definition, id, userName))
    keys.done()
    // The print layout is loaded on demand.
    const { printSheets } = await import('./print-frame.tsx')
    printSheets(sheets)
  }
  const isTooMany = ids.length > printedAtOnceMax
  return (
    <Button
      size={isBatch ? 'middle' : 'small'}
      loading={isBusy}
      disabled={isTooMany}
      title={isTooMany ? t('tooMany', { limit: printedAtOnceMax }) : ''}
      onClick={() => {
        setBusy(true)
        print()
          .catch(toast.error)
          .finally(() => {
            setBusy(false)
            afterDocumentWrite(client, definition.name)
          })
      }}
    >
      {t(isBatch ? 'printMany' : 'print')}
    </Button>
  )
}
