/** Messages of the article editor. Not in `lib/text.ts`, which every page loads. */
export const contentText = {
  saved: 'Article saved',
  saveFailed: 'Failed to save the article.',
  textStays: 'Your text is still here. Please try again.',
  pictureAdded: {
    title: 'Picture added',
    description: 'It’s at the end of the text. Save to keep it.',
  },
  pictureFailed: 'Failed to add the picture.',
  previewFailed: 'Couldn’t load the preview.',
  categorySaved: 'Category saved',
  authorSaved: 'Author saved',
  nameFailed: 'Couldn’t save. Please try again.',
} as const
