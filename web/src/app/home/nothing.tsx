import { Empty } from 'antd'
import type { ReactNode } from 'react'

/** Empty state with a text that describes what would be shown. */
export function Nothing({ text }: { text: string }): ReactNode {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={text}
      styles={{ image: { height: 32 } }}
      style={{ margin: '8px 0' }}
    />
  )
}
