import { Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useMessages } from '../../kit/text/messages.ts'
import { navigate } from '../location/hash-location.ts'
import { shellMessages } from '../layout/shell-messages.ts'

/** 401: the page exists, and the person lacks its role. */
export function NoPermissionPage(): ReactNode {
  const t = useMessages(shellMessages)
  return (
    <Result
      status="403"
      title={<h1 style={{ fontSize: 24 }}>{t('noPermission')}</h1>}
      subTitle={t('noPermissionHint')}
      extra={<Button onClick={() => navigate('/index')}>{t('backHome')}</Button>}
    />
  )
}

/** 404: no such page; says which address it was. */
export function NotFoundPage(): ReactNode {
  const t = useMessages(shellMessages)
  const [query] = useSearchParams()
  const wanted = query.get('path')
  return (
    <Result
      status="404"
      title={<h1 style={{ fontSize: 24 }}>{t('notFound')}</h1>}
      subTitle={
        <>
          {t('notFoundHint')}
          {wanted !== null && <div style={{ overflowWrap: 'anywhere' }}>{wanted}</div>}
        </>
      }
      extra={<Button onClick={() => navigate('/index')}>{t('backHome')}</Button>}
    />
  )
}
