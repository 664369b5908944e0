/** An entry of a feed of any format. Texts that it lacks are empty. */
export interface FeedEntry {
  id: string;
  title: string;
  url: string;
  summary: string;
  content: string;
  author: string;
  categories: string[];
  /** ISO 8601; left out where the feed has none, or one that is no date. */
  publishedAt?: string;
  /** Other ids that the entry may have in another version of the feed. No part of what a session gets. */
  otherIds?: string[];
}
