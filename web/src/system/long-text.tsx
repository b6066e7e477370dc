import { Input } from 'antd'
import type { ReactNode } from 'react'

/** Editor of a text with several paragraphs. */
export function LongText(props: {
  label: string
  value: unknown
  onChange: (value: unknown) => void
}): ReactNode {
  return (
    <Input.TextArea
      aria-label={props.label}
      autoSize={{ minRows: 6, maxRows: 16 }}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
