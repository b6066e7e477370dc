import { ScanOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import type { InputRef } from 'antd'
import { useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import type { ActionDeclaration } from '@kufang/contract/document/declare/action-declaration.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import type { LineEntry } from './line-inputs.ts'
import { scannedCodes } from '@kufang/contract/document/scanned-code.ts'
import { toast } from '../../feedback/toast.ts'
import { scannedBins } from '../../fields/scanned-bins.ts'
import { scannedLine } from './scanned-line.ts'

const messages = defineMessages({
  scan: { zh: '扫描货位、物料或批次（ / ）', en: 'Scan a bin, material or batch ( / )' },
  none: { zh: '没有“{text}”的行', en: 'No line has “{text}”' },
})

/** Finds the line of a scanned label; the quantity is typed into its cell at once. */
export function ScanBox(props: {
  ref: Ref<InputRef>
  declared: Pick<ActionDeclaration<string>, 'lineInput'>
  rows: readonly LineEntry[]
  /** Where the goods of the document lie. */
  place: { plant: string; storageLocation: string }
  onFound: (row: LineEntry) => void
}): ReactNode {
  const t = useMessages(messages)
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState('')
  const bin = useRef('')
  const find = async (): Promise<void> => {
    const codes = scannedCodes(text)
    setText('')
    if (codes.length === 0) return
    const lineOf = (wanted: readonly string[]) =>
      scannedLine(props.declared, props.rows, wanted, bin.current)
    const found = lineOf(codes) ?? lineOf(await labelledBins(codes))
    setUnknown(found === null ? text.trim() : '')
    if (found === null) return
    bin.current = found.bin
    props.onFound(found.row)
  }
  /** The bins of this place that a label means by its barcode. */
  const labelledBins = async (codes: readonly string[]): Promise<string[]> => {
    const { plant, storageLocation } = props.place
    return (await scannedBins(codes))
      .filter((one) => one.plant === plant && one.storageLocation === storageLocation)
      .map((one) => one.bin)
  }
  return (
    <div style={{ display: 'flex', gap: 12, alignItems: 'center', marginBottom: 8 }}>
      <Input
        ref={props.ref}
        size="small"
        style={{ width: 280 }}
        prefix={<ScanOutlined aria-hidden />}
        aria-label={t('scan')}
        placeholder={t('scan')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          if (event.ctrlKey || event.metaKey) return
          event.preventDefault()
          find().catch(toast.error)
        }}
      />
      {unknown !== '' && <span role="alert">{t('none', { text: unknown })}</span>}
    </div>
  )
}
