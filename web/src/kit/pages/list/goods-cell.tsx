import type { ReactNode } from 'react'
import { goodsParts } from './goods-text.ts'
import type { ListedGoods } from './goods-text.ts'
import styles from '../frame/pages.module.css'

/** The goods of a document in a cell: the material, truncated where it does not fit, and its quantity set apart. */
export function goodsCell(goods: ListedGoods): ReactNode {
  const { material, quantity, lines } = goodsParts(goods)
  return (
    <span className={styles.goods}>
      <span className={styles.goodsMaterial}>{material}</span>{' '}
      {quantity !== '' && <strong>{quantity}</strong>} {lines !== '' && <span>{lines}</span>}
    </span>
  )
}
