import { textOf } from '@kufang/kernel/text-of.ts'
import type { ReactNode } from 'react'
import type { EntrySlotProps } from '../kit/document/slots.ts'
import { isEnteredField } from '../kit/document/entry/entry-lines.ts'
import { BinTools } from '../stock/bin-tools.tsx'
import { PaperTools } from './paper-tools.tsx'

/** Above the lines of a requisition: reservations for a paper, bins for chemicals. */
export function EntryTools(props: EntrySlotProps): ReactNode {
  const { receivingBin } = props.definition.lines
  if (receivingBin === undefined || !isEnteredField(receivingBin)) return <PaperTools {...props} />
  return (
    <BinTools
      {...props}
      field="receivingBin"
      storageLocation={textOf(props.header['receivingStorageLocation'])}
    />
  )
}
