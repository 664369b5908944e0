/** An entry of a feed of any format. Missing texts are empty. */
export interface FeedEntry {
  id: string;
  title: string;
  url: string;
  summary: string;
  content: string;
  author: string;
  categories: string[];
  /** The date in ISO 8601. It is missing if the feed has no readable one. */
  publishedAt?: string;
  /** Other ids that the entry can have in another version of the feed. Sessions do not get them. */
  otherIds?: string[];
}
