import type { ReactNode } from 'react'
import { copyText } from '../text/copy-text.ts'
import { useLanguage } from '../text/language.ts'
import { toast } from './toast.ts'
import styles from './toast.module.css'

/** The id of the request, as logged by the server; a click copies it. */
export function RequestId({ id }: { id: string }): ReactNode {
  const { label } = useLanguage()
  const copy = (): void => {
    copyText(id).catch(toast.error)
  }
  return (
    <button
      type="button"
      className={styles.requestId}
      title={label({ zh: '复制请求编号', en: 'Copy the request id' })}
      onClick={copy}
    >
      {label({ zh: '请求编号', en: 'Request' })} {id}
    </button>
  )
}
