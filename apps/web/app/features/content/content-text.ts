/** What the editor of articles says; kept out of the words that every page of the app loads. */
export const contentText = {
  saved: 'Article saved',
  saveFailed: 'Failed to save the article.',
  textStays: 'Your text is still here. Please try again.',
  pictureAdded: { title: 'Picture added', description: 'It stands at the end of the text.' },
  pictureFailed: 'Failed to add the picture.',
  previewFailed: 'The preview could not be made.',
  categorySaved: 'Category saved',
  authorSaved: 'Author saved',
  nameFailed: 'It could not be saved. Please try again.',
} as const
