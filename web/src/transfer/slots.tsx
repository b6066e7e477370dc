import { textOf } from '@kufang/kernel/text-of.ts'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import type { DocumentSlots, EntrySlotProps } from '../kit/document/slots.ts'
import { BinTools } from '../stock/bin-tools.tsx'

/** Why the goods of a transfer go into their bins at the other storage location. */
function TransferTools(props: EntrySlotProps): ReactNode {
  return (
    <BinTools
      {...props}
      field="receivingBin"
      storageLocation={textOf(props.header['receivingStorageLocation'])}
    />
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

export const documentSlots = {
  'transfer-order': { summary: TransferTools },
  'location-adjustment': { summary: AdjustmentTools },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
