import { textOf } from '@kufang/kernel/text-of.ts'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { holdsAny } from '@kufang/contract/document/decide.ts'
import { useDecider } from '../kit/session/decider.ts'
import type { DocumentSlots, EntrySlotProps, ListSlotProps } from '../kit/document/slots.ts'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { BinTools } from '../stock/bin-tools.tsx'

const GatherDialog = lazyPart(
  async () => ({ default: (await import('./gather-dialog.tsx')).GatherDialog }),
  'overlay',
)

const NotesOfLines = lazyPart(async () => ({
  default: (await import('../stock/notes-of-lines.tsx')).NotesOfLines,
}))

const messages = defineMessages({
  gather: { zh: '整理库位', en: 'Gather split stock' },
})

/**
 * What is noted on the goods of a transfer, and why they go into their bins at the other storage location, which may be of
 * another plant.
 */
function TransferTools(props: EntrySlotProps): ReactNode {
  const { header } = props
  const plant = textOf(header['receivingPlant']) || textOf(header['plant'])
  return (
    <>
      <Suspense fallback={null}>
        <NotesOfLines header={header} lines={props.lines} />
      </Suspense>
      <BinTools
        {...props}
        header={{ ...header, plant }}
        field="receivingBin"
        storageLocation={textOf(props.header['receivingStorageLocation'])}
      />
    </>
  )
}

/** Why goods go into another bin of the same storage location. */
function AdjustmentTools(props: EntrySlotProps): ReactNode {
  return (
    <BinTools
      {...props}
      field="targetBin"
      exceptField="bin"
      storageLocation={textOf(props.header['storageLocation'])}
    />
  )
}

/** On the page of bin moves: a draft of those that gather split stock. */
function GatherTools({ path, onChanged }: ListSlotProps): ReactNode {
  const t = useMessages(messages)
  const decider = useDecider()
  const [isOpen, setOpen] = useState(false)
  // A literal path and role: this file is loaded with the first list, the declarations are not.
  if (path !== '/locationAdjust/locationAdjustEdit') return null
  if (!holdsAny(decider, [cataloguePage('/locationAdjust/locationAdjustCreate').role])) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('gather')}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <GatherDialog onMade={onChanged} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export const documentSlots = {
  'transfer-order': { summary: TransferTools },
  'location-adjustment': { summary: AdjustmentTools, toolbar: GatherTools },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
