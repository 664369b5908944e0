/** An entry of a feed of any format. Texts that it lacks are empty. */
export interface FeedEntry {
  id: string;
  title: string;
  url: string;
  summary: string;
  content: string;
  author: string;
  categories: string[];
  /** Normalized; left out where the feed does not say it. */
  publishedAt?: string;
}
