import { CloseCircleFilled } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { Component } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import { isChunkFailure } from './chunk-failure.ts'
import styles from './error-boundary.module.css'
import { recordError } from './error-log.ts'
import { askAgainForParts, attemptStore } from './missing-files.ts'
import { useLanguage } from '../text/language.ts'

interface Props {
  children: ReactNode
  /** The place of the error, for the error log. */
  place: string
  onRetry?: () => void
}

interface State {
  error: unknown
  hasFailed: boolean
}

/**
 * Limits an error to the tab of its page. If the page's code could not be loaded, it is retried when the file is
 * available.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, hasFailed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true }
  }

  #unfollow: (() => void) | null = null

  override componentDidMount(): void {
    this.#unfollow = attemptStore.subscribe(() => {
      if (isChunkFailure(this.state.error)) this.setState({ error: null, hasFailed: false })
    })
  }

  override componentWillUnmount(): void {
    this.#unfollow?.()
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    recordError(error, `${this.props.place}${info.componentStack ?? ''}`)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    const retry = (): void => {
      askAgainForParts()
      this.setState({ error: null, hasFailed: false })
      this.props.onRetry?.()
    }
    return <PageFailed error={this.state.error} onRetry={retry} />
  }
}

function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { label } = useLanguage()
  const isPartMissing = isChunkFailure(error)
  return (
    <div className={styles.failed}>
      <CloseCircleFilled className={styles.failedMark} aria-hidden />
      <h1 className={styles.failedTitle} tabIndex={-1}>
        {isPartMissing
          ? label({
              zh: '此页未能载入',
              en: 'This page could not be loaded',
            })
          : label({ zh: '此页面出错', en: 'This page failed' })}
      </h1>
      <p>
        {isPartMissing
          ? label({
              zh: '网络中断，或系统已更新。可重试；仍不行，请先保存其他标签页的内容，再刷新浏览器',
              en: 'The network is away, or a new version is out. Try again; if that does not help, save your work in other tabs, then reload the browser',
            })
          : label({ zh: '其他标签页不受影响', en: 'Other tabs are not affected' })}
      </p>
      <Space>
        <Button type="primary" onClick={onRetry}>
          {label({ zh: '重试', en: 'Retry' })}
        </Button>
        {isPartMissing && (
          <Button onClick={() => location.reload()}>
            {label({ zh: '刷新浏览器', en: 'Reload' })}
          </Button>
        )}
      </Space>
    </div>
  )
}
