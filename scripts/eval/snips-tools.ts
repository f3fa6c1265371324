/** The intents of SNIPS as tools: names and descriptions are ours, parameters are the slots. */

interface SnipsTool {
  readonly name: string;
  readonly description: string;
  /** What each slot is, by its name. */
  readonly slots: Readonly<Record<string, string>>;
}

/** By intent. */
export const SNIPS_TOOLS: Readonly<Record<string, SnipsTool>> = {
  AddToPlaylist: {
    name: "add_to_playlist",
    description: "Adds a song, an album or an artist to one of the user's playlists.",
    slots: {
      artist: "The artist whose music is added",
      entity_name: "The title of the song or album that is added",
      music_item: "The kind of thing that is added, such as song, track or album",
      playlist: "The name of the playlist",
      playlist_owner: "Whose playlist it is, such as my",
    },
  },
  BookRestaurant: {
    name: "book_restaurant",
    description: "Reserves a table at a restaurant, a bar or another place to eat.",
    slots: {
      city: "The city",
      country: "The country",
      cuisine: "The style of cooking, such as Italian",
      facility: "What the place must offer, such as parking",
      party_size_description: "Who will come, such as me and my sister",
      party_size_number: "How many people will come",
      poi: "A place it should be close to",
      restaurant_name: "The name of the restaurant",
      restaurant_type: "The kind of place, such as restaurant, pub or bakery",
      served_dish: "A dish that it should serve",
      sort: "How good it should be, such as best or popular",
      spatial_relation: "How far it may be, such as near",
      state: "The state",
      timeRange: "When the table is wanted",
    },
  },
  GetWeather: {
    name: "get_weather",
    description: "Tells what the weather is or will be at a place and a time.",
    slots: {
      city: "The city",
      condition_description: "The kind of weather asked about, such as rain or fog",
      condition_temperature: "How warm, such as cold or hot",
      country: "The country",
      current_location: "Words for where the user is now, such as here",
      geographic_poi: "A park or another sight",
      spatial_relation: "How far from it, such as near",
      state: "The state",
      timeRange: "The time asked about",
    },
  },
  PlayMusic: {
    name: "play_music",
    description: "Plays music: a song, an album, an artist, a genre or a playlist.",
    slots: {
      album: "The title of the album",
      artist: "The artist",
      genre: "The genre",
      music_item: "The kind of thing to play, such as song or album",
      playlist: "The name of the playlist",
      service: "The streaming service to play it on",
      sort: "Which ones, such as newest or top",
      track: "The title of the song",
      year: "The year or decade that the music is from",
    },
  },
  RateBook: {
    name: "rate_book",
    description: "Gives a book a rating of so many points or stars.",
    slots: {
      best_rating: "The highest possible rating, as in out of 6",
      object_name: "The title of the book",
      object_part_of_series_type: "What it is a part of, such as series or saga",
      object_select: "Which one is meant, such as this or previous",
      object_type: "The kind of work, such as book, novel or essay",
      rating_unit: "The unit of the rating, such as stars",
      rating_value: "The rating that is given",
    },
  },
  SearchCreativeWork: {
    name: "search_creative_work",
    description: "Finds a work such as a book, a song, a TV show, a game or a painting by its title.",
    slots: {
      object_name: "The title of the work",
      object_type: "The kind of work, such as song, book or show",
    },
  },
  SearchScreeningEvent: {
    name: "search_screening_event",
    description: "Finds out which movies are shown when and in which cinema.",
    slots: {
      location_name: "The name of the cinema",
      movie_name: "The title of the movie",
      movie_type: "The kind of movie, such as film or animated movie",
      object_location_type: "The kind of place, such as cinema or movie house",
      object_type: "What is asked for, such as movie times or schedule",
      spatial_relation: "How far it may be, such as nearest",
      timeRange: "When the movie is shown",
    },
  },
};

/** The tools as a toolset takes them: every slot is a text that may be left out. */
export function snipsToolDefinitions(): readonly object[] {
  return Object.values(SNIPS_TOOLS).map(({ name, description, slots }) => ({
    name,
    description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(slots).map(([slot, meaning]) => [slot, { type: "string", description: meaning }]),
      ),
    },
  }));
}
