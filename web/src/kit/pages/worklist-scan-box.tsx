import { Input } from 'antd'
import { useEffect, useRef } from 'react'
import type { InputRef } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../feedback/toast.ts'
import { scanBoxMark } from '../text/is-typing.ts'
import { scannedText } from '@kufang/contract/document/scanned-code.ts'
import { focusWhereFree } from './focus-where-free.ts'
import { PageActions } from './frame/page-frame.tsx'
import styles from './frame/pages.module.css'

export interface WorklistScanBoxProps {
  /** What is scanned, in full: the name of the box. */
  label: string
  /** Shown in the empty box. */
  hint: string
  /** Receives the number or code in what was scanned or typed; a rejection is shown. */
  onScan: (text: string) => Promise<void>
}

/** The box for scanning in the title row. What was scanned stays selected, so that the next scan replaces it. */
export function WorklistScanBox(props: WorklistScanBoxProps): ReactNode {
  return (
    <PageActions>
      <ScanField {...props} />
    </PageActions>
  )
}

/** A component of its own, because the title row exists only after the page was drawn for the first time. */
function ScanField({ label, hint, onScan }: WorklistScanBoxProps): ReactNode {
  const box = useRef<InputRef>(null)
  // Runs each time the page is shown.
  useEffect(() => {
    const input = box.current?.input
    if (input != null) focusWhereFree(input)
  }, [])
  return (
    <Input
      ref={box}
      allowClear
      className={styles.scan}
      {...scanBoxMark}
      aria-label={label}
      placeholder={hint}
      onPressEnter={(event) => {
        onScan(scannedText(event.currentTarget.value))
          .catch(toast.error)
          .finally(() => box.current?.select())
      }}
    />
  )
}
