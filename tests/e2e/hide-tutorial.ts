import type { Page } from 'playwright'

/** Shows nobody the tutorial, which may open at the moment of a sign-out. Call it before the page's first address. */
export const hideTutorial = (page: Page) =>
  page.addInitScript(() => {
    const { getItem } = Storage.prototype
    Storage.prototype.getItem = function (key) {
      return key.startsWith('fonema.tutorial.') ? 'done' : getItem.call(this, key)
    }
  })
