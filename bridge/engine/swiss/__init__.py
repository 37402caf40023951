"""Swiss draws for pairs and teams: drawing (`pair`), judging (`check`) and explaining (`explain`) are three functions."""
