import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useStore } from '../../kit/state/store.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { pageMemory, toggleFavourite } from '../home/page-memory.ts'
import { findPage } from '../page-list.ts'
import { shellMessages } from './shell-messages.ts'

/** Marks a page of the menu as favourite; nothing for other pages. */
export function FavouriteButton({ path }: { path: string }): ReactNode {
  const t = useMessages(shellMessages)
  const { favourites } = useStore(pageMemory)
  if (findPage(path) === undefined) return null
  const isFavourite = favourites.includes(path)
  const text = t(isFavourite ? 'removeFavourite' : 'addFavourite')
  return (
    <Button
      type="text"
      size="small"
      title={text}
      aria-label={text}
      aria-pressed={isFavourite}
      icon={isFavourite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      onClick={() => toggleFavourite(path)}
    />
  )
}
